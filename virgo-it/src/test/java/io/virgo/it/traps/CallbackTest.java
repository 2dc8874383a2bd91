package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PrePersist;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A10: a callback that reads and writes elsewhere while an entity is persisted on a shard. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class CallbackTest {

    private static final ThreadLocal<Consumer<Purchase>> CALLBACK = new ThreadLocal<>();

    @Entity(name = "Purchase")
    static class Purchase {
        @Id
        Long id;

        String country;

        Purchase() {}

        Purchase(long id) {
            this.id = id;
        }

        @PrePersist
        void call() {
            CALLBACK.get().accept(this);
        }
    }

    @Entity(name = "Land")
    static class Land {
        @Id
        Long id;

        String name;
    }

    @Entity(name = "AuditEvent")
    static class AuditEvent {
        @Id
        Long id;

        AuditEvent() {}

        AuditEvent(long id) {
            this.id = id;
        }
    }

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("main", "s1");

    @AutoClose
    private final SessionFactoryImplementor factory =
            Units.open(databases, Map.of(), Purchase.class, Land.class, AuditEvent.class);

    private static void audit(EntityManagerFactory factory, Purchase purchase) {
        try (ShardScope scope = CurrentShard.open("main");
                EntityManager main = factory.createEntityManager()) {
            purchase.country = main.find(Land.class, 1L).name;
            main.getTransaction().begin();
            main.persist(new AuditEvent(purchase.id));
            main.getTransaction().commit();
        }
    }

    @Test
    @DisplayName(
            "A10: under a scope of its own the callback works on the shard it names, and the entity goes to its own")
    void callbackUnderAScopeWorksOnTheShardItNames() {
        databases.probe("main").update("insert into Land (id, name) values (1, 'of main')");
        CALLBACK.set(purchase -> audit(factory, purchase));
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("s1");
            sem.getTransaction().begin();
            sem.persist(new Purchase(7));
            sem.getTransaction().commit();
        } finally {
            CALLBACK.remove();
        }
        assertThat(databases.probe("main").count("AuditEvent")).isEqualTo(1);
        assertThat(databases.probe("s1").count("AuditEvent")).isZero();
        assertThat(databases.probe("s1").single("select country from Purchase", String.class))
                .isEqualTo("of main");
        assertThat(databases.probe("main").count("Purchase")).isZero();
    }

    @Test
    @DisplayName("A10: a callback that names no shard is refused and does not get an empty answer from some shard")
    void callbackWithoutAShardIsRefused() {
        CALLBACK.set(purchase -> {
            try (EntityManager nowhere = factory.createEntityManager()) {
                nowhere.find(Land.class, 1L);
            }
        });
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("s1");
            sem.getTransaction().begin();
            assertThatThrownBy(() -> sem.persist(new Purchase(7)))
                    .isInstanceOf(NoCurrentShardException.class)
                    .hasMessageContaining("[main, s1]");
            sem.getTransaction().rollback();
        } finally {
            CALLBACK.remove();
        }
        assertThat(databases.probe("s1").count("Purchase")).isZero();
    }
}
