package io.virgo.example.smallest;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How an application tests its own code with the test kit. */
// tag::kit[]
@ExtendWith(VirgoCheck.class) // fails a test that leaves a shard set on its thread
class CustomerShardTest {

    @Test
    void aCustomerIsWrittenOnTheShardOfTheScope() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us");
                EntityManagerFactory factory = Persistence.createEntityManagerFactory("shop", databases.settings())) {
            CurrentShard.run("us", () -> {
                EntityManager em = factory.createEntityManager();
                em.getTransaction().begin();
                em.persist(new Customer(1L, "Ann"));
                em.getTransaction().commit();
                em.close();
            });

            assertThat(databases.probe("us").count("Customer")).isEqualTo(1);
            assertThat(databases.probe("eu").count("Customer")).isZero();
        }
    }
}
// end::kit[]
