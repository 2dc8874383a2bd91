package io.virgo.it.jta;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceUnitTransactionType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.engine.transaction.jta.platform.internal.NarayanaJtaPlatform;

/** A JTA persistence unit over the shards s0, s1, …, one for each pool given. */
final class Bank implements AutoCloseable {

    private final ShardDatabases databases;
    private final List<AutoCloseable> pools = new ArrayList<>();
    private final EntityManagerFactory factory;

    private Bank(ShardDatabases databases, JtaPool... kinds) throws SQLException {
        this.databases = databases;
        Map<String, Object> settings = databases.settings();
        // Hibernate hands a user to a data source too, and a pool that has logged in already refuses.
        settings.keySet().removeIf(key -> key.startsWith("virgo.shard.DEFAULT."));
        for (int i = 0; i < kinds.length; i++) {
            kinds[i].into(settings, databases, "s" + i);
        }
        settings.values().forEach(value -> {
            if (value instanceof AutoCloseable pool) {
                pools.add(pool);
            }
        });
        settings.put("hibernate.hbm2ddl.auto", "create");
        settings.put("hibernate.transaction.coordinator_class", "jta");
        settings.put("hibernate.transaction.jta.platform", NarayanaJtaPlatform.class.getName());
        settings.put("hibernate.current_session_context_class", "jta");
        this.factory = new PersistenceConfiguration("bank")
                .managedClass(Account.class)
                .transactionType(PersistenceUnitTransactionType.JTA)
                .properties(settings)
                .createEntityManagerFactory();
    }

    static Bank open(DatabaseProduct product, JtaPool... kinds) throws SQLException {
        String[] names = new String[kinds.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = "s" + i;
        }
        return new Bank(ShardDatabases.of(product, names).withFaults().whoami(), kinds);
    }

    ShardDatabases databases() {
        return databases;
    }

    EntityManagerFactory factory() {
        return factory;
    }

    /** A manager without a shard. */
    ShardedEntityManager manager() {
        return ShardManager.extend(factory.createEntityManager());
    }

    @SuppressWarnings("try")
    EntityManager plainOn(String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return factory.createEntityManager();
        }
    }

    /** The owners on a shard, past everything. */
    List<String> owners(String shard) {
        return databases.probe(shard).rows("select owner from account order by owner").stream()
                .map(row -> (String) row.get(0))
                .toList();
    }

    @Override
    public void close() throws Exception {
        factory.close();
        for (AutoCloseable pool : pools) {
            pool.close();
        }
        databases.close();
    }
}
