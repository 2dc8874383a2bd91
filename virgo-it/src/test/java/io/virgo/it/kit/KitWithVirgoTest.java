package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.kit.fault.FaultPoint;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit as a user's test meets it. */
@ExtendWith(VirgoCheck.class)
class KitWithVirgoTest {

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void settingsReachEveryShardAndNothingIsLeft(DatabaseProduct product) {
        try (ShardDatabases databases =
                ShardDatabases.of(product, "eu", "us-1").withFaults().whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = open(databases)) {
                for (String shard : databases.names()) {
                    assertThat(whoami(emf, shard)).isEqualTo(shard);
                    assertThat(databases.faults(shard).statements()).contains("select name from whoami");
                }
                databases.faults("eu").at(FaultPoint.EXECUTE).matching("whoami").fail("42000");
                assertThatThrownBy(() -> whoami(emf, "eu")).rootCause().hasMessageContaining("on shard eu");
                assertThat(whoami(emf, "us-1")).isEqualTo("us-1");
            }
            leaks.assertNothingLeft();
            assertThat(databases.faults("eu").opened()).isPositive();
            assertThat(databases.faults("eu").open()).isZero();
        }
    }

    private static EntityManagerFactory open(ShardDatabases databases) {
        return new PersistenceConfiguration("kit")
                .properties(databases.settings())
                .createEntityManagerFactory();
    }

    @SuppressWarnings("try")
    private static Object whoami(EntityManagerFactory emf, String shard) {
        try (ShardScope scope = CurrentShard.open(shard);
                EntityManager em = emf.createEntityManager()) {
            return em.createNativeQuery("select name from whoami").getSingleResult();
        }
    }
}
