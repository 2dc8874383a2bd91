package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.UnknownShardException;
import io.virgo.it.jpa.fixture.Publisher;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Managers of a factory without Virgo. */
class UnshardedFactoryTest {

    private static EntityManagerFactory factory() {
        return new PersistenceConfiguration("unsharded")
                .managedClass(Publisher.class)
                .property("jakarta.persistence.jdbc.url", "jdbc:h2:mem:unsharded")
                .property("hibernate.hbm2ddl.auto", "create-drop")
                .createEntityManagerFactory();
    }

    @Test
    @DisplayName("001-28: isSharded is false and everything passes through")
    void everythingPassesThrough() {
        try (EntityManagerFactory factory = factory();
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager sem = ShardManager.extend(plain);
            assertThat(sem.isSharded()).isFalse();
            assertThat(sem.getShards()).isEmpty();
            assertThat(sem.getCurrentShard()).isNull();
            assertThat(ShardManager.extend(plain)).isSameAs(sem);
            sem.getTransaction().begin();
            Publisher publisher = new Publisher(1, "x");
            sem.persist(publisher);
            assertThat(plain.contains(publisher)).isTrue();
            sem.getTransaction().commit();
            sem.clear();
            assertThat(plain.find(Publisher.class, 1L).name()).isEqualTo("x");
            assertThat(sem.unwrap(Session.class)).isSameAs(plain);
            assertThat(ShardManager.shardOf(publisher)).isEmpty();
            sem.close();
            assertThat(plain.isOpen()).isFalse();
        }
    }

    @Test
    void choosingAShardIsRefused() {
        try (EntityManagerFactory factory = factory();
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager sem = ShardManager.extend(plain);
            sem.setCurrentShard(null);
            assertThatThrownBy(() -> sem.setCurrentShard("a"))
                    .isInstanceOf(UnknownShardException.class)
                    .hasMessageContaining("'a'");
            assertThatThrownBy(() -> sem.onShard("a", em -> em)).isInstanceOf(UnknownShardException.class);
            assertThatThrownBy(() -> sem.resolveShard(new Publisher(1, "x")))
                    .isInstanceOf(ShardNotResolvedException.class);
        }
    }
}
