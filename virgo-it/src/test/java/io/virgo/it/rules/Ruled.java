package io.virgo.it.rules;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A factory on three shards whose entities are given by the test; router "keys" puts key n on the shard at n modulo 3. */
final class Ruled implements AutoCloseable {

    static final List<String> SHARDS = List.of("a", "b", "c");

    final ShardDatabases databases;
    final EntityManagerFactory factory;
    private final List<EntityManager> managers = new ArrayList<>();

    private Ruled(ShardDatabases databases, EntityManagerFactory factory) {
        this.databases = databases;
        this.factory = factory;
    }

    static Ruled open(Class<?>... entities) {
        return open(Map.of(), entities);
    }

    static Ruled open(Map<String, ?> settings, Class<?>... entities) {
        return open(ShardDatabases.h2("a", "b", "c"), settings, entities);
    }

    static Ruled open(ShardDatabases databases, Map<String, ?> settings, Class<?>... entities) {
        PersistenceConfiguration unit = new PersistenceConfiguration("ruled")
                .properties(databases.settings())
                .property("virgo.router.keys.type", "modulo")
                .property("virgo.router.keys.shards", "a,b,c")
                .property("virgo.router.hashed.type", "modulo")
                .property("virgo.router.hashed.shards", "a,b,c")
                .property("virgo.router.hashed.hash", "true")
                .property("hibernate.hbm2ddl.auto", "update");
        for (Class<?> entity : entities) {
            unit.managedClass(entity);
        }
        settings.forEach(unit::property);
        try {
            return new Ruled(databases, unit.createEntityManagerFactory());
        } catch (RuntimeException e) {
            databases.close();
            throw e;
        }
    }

    /** What keeps these entities from starting; empty if nothing does. */
    static List<String> problems(Map<String, ?> settings, Class<?>... entities) {
        try (Ruled ruled = open(settings, entities)) {
            return List.of();
        } catch (RuntimeException e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                if (each instanceof VirgoConfigurationException told) {
                    return told.problems();
                }
            }
            throw e;
        }
    }

    static String of(long key) {
        return SHARDS.get((int) Math.floorMod(key, 3L));
    }

    /** A manager without a current shard. */
    ShardedEntityManager manager() {
        return ShardManager.extend(plain());
    }

    private EntityManager plain() {
        EntityManager manager = factory.createEntityManager();
        managers.add(manager);
        return manager;
    }

    /** A manager of a shard that is not extended. */
    @SuppressWarnings("try")
    EntityManager plain(String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return plain();
        }
    }

    /** Does something in a transaction without a current shard. */
    void inTransaction(Consumer<ShardedEntityManager> action) {
        ShardedEntityManager em = manager();
        em.getTransaction().begin();
        try {
            action.accept(em);
            em.getTransaction().commit();
        } finally {
            if (em.getTransaction().isActive()) {
                em.getTransaction().rollback();
            }
            em.close();
        }
    }

    /** Stores each in a transaction of its own. */
    void store(Object... entities) {
        for (Object entity : entities) {
            inTransaction(em -> em.persist(entity));
        }
    }

    /** The committed rows of a table on a, b and c. */
    List<Long> counts(String table) {
        return SHARDS.stream().map(shard -> databases.probe(shard).count(table)).toList();
    }

    @Override
    public void close() {
        managers.stream().filter(EntityManager::isOpen).forEach(manager -> {
            if (manager.getTransaction().isActive()) {
                manager.getTransaction().rollback();
            }
            manager.close();
        });
        factory.close();
        databases.close();
    }
}
