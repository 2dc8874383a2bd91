package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;

/** Opens one shard's pool: makes it, takes a first connection, and lets the registry look at the database before others may use it. */
final class PoolOpener {

    private final String shard;
    private final Map<String, Object> settings;
    private final Duration timeout;
    private final PoolFactory factory;
    private final FirstConnection first;

    /** What is checked and prepared on a shard's first connection. */
    interface FirstConnection {

        void accept(String shard, Connection connection) throws SQLException;
    }

    PoolOpener(
            String shard, Map<String, Object> settings, Duration timeout, PoolFactory factory, FirstConnection first) {
        this.shard = shard;
        this.settings = settings;
        this.timeout = timeout;
        this.factory = factory;
        this.first = first;
    }

    /** Does what must happen on the caller's thread, and gives the rest. */
    Callable<Pool> prepare() throws SQLException {
        try {
            Map<String, Object> resolved = factory.withDataSourceOf(settings);
            return () -> open(resolved);
        } catch (RuntimeException e) {
            throw new SQLTransientConnectionException("its data source cannot be found: " + e.getMessage(), e);
        }
    }

    private Pool open(Map<String, Object> resolved) throws SQLException {
        Pool pool = factory.create(shard, resolved, timeout);
        try {
            Connection connection = pool.take();
            try {
                first.accept(shard, connection);
            } finally {
                pool.giveBack(connection);
            }
            return pool;
        } catch (SQLException | RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }
}
