package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.PoolFigures;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every connection goes back to the pool that it came from. */
@ExtendWith(VirgoCheck.class)
class ConnectionReturnTest {

    @Test // A13
    void theShardOfTheThreadDoesNotMatterWhenWorkEnds() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b").whoami()) {
            try (EntityManagerFactory emf = Work.create(databases.settings())) {
                for (String later : new String[] {"b", ""}) {
                    EntityManager em = managerOf(emf, "a");
                    em.getTransaction().begin();
                    em.persist(new Item("x"));
                    em.flush();
                    assertThat(Shards.of(emf).figures("a").active()).isEqualTo(1);
                    if (later.isEmpty()) {
                        em.getTransaction().commit();
                        em.close();
                    } else {
                        CurrentShard.run(later, () -> {
                            em.getTransaction().commit();
                            em.close();
                        });
                    }
                }
                assertThat(databases.probe("a").count("item")).isEqualTo(2);
                assertThat(Shards.of(emf).figures())
                        .extracting(PoolFigures::active)
                        .containsOnly(0);
                for (int i = 0; i < 30; i++) {
                    assertThat(Work.whoami(emf, "a")).isEqualTo("a");
                    assertThat(Work.whoami(emf, "b")).isEqualTo("b");
                }
            }
        }
    }

    @SuppressWarnings("try")
    private static EntityManager managerOf(EntityManagerFactory emf, String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return emf.createEntityManager();
        }
    }

    @Test // A13
    void anErrorOfTheDatabaseReachesTheCallerThoughTheThreadHasAnotherShard() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            try (EntityManagerFactory emf = Work.create(databases.settings())) {
                databases.probe("a").execute("alter table item add constraint u unique (name)");
                Work.write(emf, "a", "x");
                EntityManager em = managerOf(emf, "a");
                em.getTransaction().begin();
                em.persist(new Item("x"));
                CurrentShard.run("b", () -> assertThatThrownBy(em::flush).hasStackTraceContaining("Unique index"));
                em.getTransaction().rollback();
                em.close();
                assertThat(Shards.of(emf).figures())
                        .extracting(PoolFigures::active)
                        .containsOnly(0);
            }
        }
    }

    static List<String> sizeKeysOfThePools() {
        return List.of(
                "hibernate.connection.pool_size",
                "hibernate.hikari.maximumPoolSize",
                "hibernate.c3p0.max_size",
                "hibernate.agroal.maxSize");
    }

    @ParameterizedTest // F5
    @MethodSource("sizeKeysOfThePools")
    void aConnectionThatCannotBePreparedIsNotLost(String size) {
        try (ShardDatabases databases = ShardDatabases.h2("a").whoami().withFaults()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.a." + size, "2");
            if (size.contains("c3p0")) {
                settings.put("virgo.shard.a.hibernate.c3p0.min_size", "1");
            }
            settings.put("virgo.acquisition_timeout", "2000");
            try (EntityManagerFactory emf = Work.open(settings)) {
                databases.faults("a").at(FaultPoint.SET_AUTO_COMMIT).times(100).fail();
                Shards shards = Shards.of(emf);
                for (int i = 0; i < 200 && databases.faults("a").calls(FaultPoint.SET_AUTO_COMMIT) < 100; i++) {
                    try {
                        Work.whoami(emf, "a");
                    } catch (RuntimeException wanted) {
                        assertThat(wanted).hasStackTraceContaining("SET_AUTO_COMMIT");
                    }
                }
                databases.faults("a").clear();
                assertThat(shards.figures("a").active()).isZero();
                assertThat(Work.whoami(emf, "a")).isEqualTo("a");
            }
            // c3p0 closes what is left on threads of its own, which may go on a little after its pool says that it is
            // closed.
            Polling.until(
                    "all connections are closed", () -> databases.faults("a").open() == 0);
        }
    }

    @Test // F5
    void closingGoesOnAfterAConnectionThatCannotBeClosed() {
        try (ShardDatabases databases =
                ShardDatabases.h2("a", "b", "c").whoami().withFaults()) {
            EntityManagerFactory emf = Work.open(databases.settings());
            databases.names().forEach(shard -> Work.whoami(emf, shard));
            databases.faults("b").at(FaultPoint.CLOSE).fail();
            emf.close();
            assertThat(databases.faults("a").open()).isZero();
            assertThat(databases.faults("c").open()).isZero();
        }
    }

    @Test // F5
    void theDataSourceOfAShardGivesBackAConnectionThatItCannotPrepare() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("a").whoami().withFaults()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.a.hibernate.connection.pool_size", "2");
            try (EntityManagerFactory emf = Work.open(settings)) {
                Work.whoami(emf, "a");
                databases
                        .faults("a")
                        .at(FaultPoint.SET_AUTO_COMMIT)
                        .matching("true")
                        .fail();
                for (int i = 0; i < 10; i++) {
                    assertThatThrownBy(() -> Shards.of(emf).dataSource("a").getConnection())
                            .hasMessageContaining("SET_AUTO_COMMIT");
                }
                databases.faults("a").clear();
                assertThat(Shards.of(emf).figures("a").active()).isZero();
                Shards.of(emf).dataSource("a").getConnection().close();
            }
        }
    }
}
