package io.virgo.it.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.virgo.core.ShardConnectionProvider;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A plain and a sharded factory over the same two databases and the same pools, and the operations on them. */
final class Bench implements AutoCloseable {

    static final String SHARD = "a";
    static final String OTHER = "b";
    private static final int ROWS = 1_000;
    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    private final HikariDataSource pool;
    private final HikariDataSource otherPool;
    private final EntityManagerFactory plain;
    private final EntityManagerFactory sharded;
    private long next;

    Bench(String url, String otherUrl, String user, String password) {
        pool = pool(url, user, password);
        otherPool = pool(otherUrl, user, password);
        plain = factory("plain", Map.of("hibernate.connection.datasource", pool, "hibernate.hbm2ddl.auto", "create"));
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.provider_class", ShardConnectionProvider.class);
        settings.put("virgo.shard." + SHARD + ".hibernate.connection.datasource", pool);
        settings.put("virgo.shard." + OTHER + ".hibernate.connection.datasource", otherPool);
        settings.put("hibernate.hbm2ddl.auto", "create");
        sharded = factory("sharded", settings);
        EntityManager em = plain.createEntityManager();
        em.getTransaction().begin();
        for (long id = 0; id < ROWS; id++) {
            em.persist(new Item(id, "item " + id, (int) id));
        }
        em.getTransaction().commit();
        em.close();
    }

    private static HikariDataSource pool(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    private static EntityManagerFactory factory(String name, Map<String, Object> settings) {
        return new PersistenceConfiguration(name)
                .properties(settings)
                .managedClass(Item.class)
                .createEntityManagerFactory();
    }

    private EntityManagerFactory factory(Design design) {
        return design == Design.PLAIN ? plain : sharded;
    }

    EntityManager open(Design design) {
        return design.open(factory(design));
    }

    Object run(Operation operation, Design design) {
        return switch (operation) {
            case FIND -> find(design);
            case PERSIST -> persist(design);
            case OPEN -> openAndAsk(design);
        };
    }

    private Object find(Design design) {
        try (EntityManager em = open(design)) {
            em.getTransaction().begin();
            Item item = em.find(Item.class, next++ % ROWS);
            em.getTransaction().commit();
            return item.getName();
        }
    }

    private Object persist(Design design) {
        try (EntityManager em = open(design)) {
            em.getTransaction().begin();
            Item item = new Item(IDS.incrementAndGet(), "new", 1);
            em.persist(item);
            em.getTransaction().commit();
            return item;
        }
    }

    private Object openAndAsk(Design design) {
        try (EntityManager em = open(design)) {
            return em.createQuery("select amount from Item where id = :id", Integer.class)
                    .setParameter("id", next++ % ROWS)
                    .getSingleResult();
        }
    }

    /** Keeps the table from growing without bound. */
    void trim() {
        EntityManager em = plain.createEntityManager();
        em.getTransaction().begin();
        em.createQuery("delete from Item where id >= " + ROWS).executeUpdate();
        em.getTransaction().commit();
        em.close();
    }

    @Override
    public void close() {
        sharded.close();
        plain.close();
        pool.close();
        otherPool.close();
    }

    /** What is measured, each with a session of its own. */
    enum Operation {
        /** Find by id in its own transaction. */
        FIND,
        /** Persist in its own transaction. */
        PERSIST,
        /** Open a session and run a first statement. */
        OPEN
    }
}
