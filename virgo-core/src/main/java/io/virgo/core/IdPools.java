package io.virgo.core;

import io.virgo.core.id.IdConnections;
import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The small pools for ids of one factory, one for each shard that makes or keeps ids, opened at first use. Thread-safe. */
final class IdPools implements IdConnections {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<ShardRegistry> registry;
    private final transient Map<Shard, IdPool> pools = new ConcurrentHashMap<>();
    private transient volatile boolean closed;

    IdPools(Supplier<ShardRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public Connection connection(String shard) {
        ShardRegistry shards = registry.get();
        return borrow(shards, Acquisition.shard(shards, shard));
    }

    @Override
    public Connection connectionOfTenant(String tenant) {
        ShardRegistry shards = registry.get();
        refuseNone(shards, tenant);
        return borrow(shards, Acquisition.shardOfTenant(shards, tenant));
    }

    @Override
    public Duration timeout(String shard) {
        ShardRegistry shards = registry.get();
        refuseNone(shards, shard);
        Shard found = shards.find(shard);
        return (found == null ? Acquisition.shardOfTenant(shards, shard) : found).timeout();
    }

    private static void refuseNone(ShardRegistry shards, String tenant) {
        if (tenant.equals(CurrentShardResolver.NONE)) {
            throw new NoCurrentShardException("this session", shards.names());
        }
    }

    /** A shard's pool, and the right to take one of its connections: not every pool lets its callers wait. */
    private record IdPool(Shard pool, Semaphore permits) {}

    private Connection borrow(ShardRegistry shards, Shard shard) {
        IdPool ids = pools.computeIfAbsent(
                shard, each -> new IdPool(shards.forIds(each), new Semaphore(ShardRegistry.ID_CONNECTIONS, true)));
        // Looked at afterwards, so that whoever removes the shard meanwhile finds the pool.
        if (shards.find(shard.name()) != shard || closed) {
            forget(shard);
            throw new UnknownShardException(shard.name(), shards.names(), true);
        }
        permit(ids, shard);
        boolean lent = false;
        try {
            Connection connection = borrow(shards, shard, ids);
            lent = true;
            return connection;
        } finally {
            if (!lent) {
                ids.permits.release();
            }
        }
    }

    private static void permit(IdPool ids, Shard shard) {
        Duration timeout = shard.timeout();
        SQLException refusal = new SQLTransientConnectionException(
                "had all its connections for ids in use for " + timeout.toMillis() + " ms");
        try {
            if (ids.permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refusal = new SQLTransientConnectionException("was awaited for ids by a thread that was interrupted", e);
        }
        throw new ShardUnavailableException(shard.name(), refusal);
    }

    private static Connection borrow(ShardRegistry shards, Shard shard, IdPool ids) {
        Connection connection = Acquisition.from(shards, shard, ids.pool);
        try {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            int before = limit(connection, shard.timeout());
            return LentConnection.of(connection, () -> giveBack(ids, connection, before));
        } catch (SQLException | RuntimeException e) {
            try {
                ids.pool.release(connection);
            } catch (SQLException | RuntimeException second) {
                e.addSuppressed(second);
            }
            throw new ShardUnavailableException(shard.name(), e);
        }
    }

    /** A server that never answers must not keep one of the few connections for ever. */
    private static int limit(Connection connection, Duration timeout) {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
            return before;
        } catch (SQLException | RuntimeException | AbstractMethodError driverKnowsNone) {
            return -1;
        }
    }

    private static void giveBack(IdPool ids, Connection connection, int networkTimeout) throws SQLException {
        try {
            if (!connection.isClosed()) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
                if (networkTimeout >= 0) {
                    connection.setNetworkTimeout(Runnable::run, networkTimeout);
                }
            }
        } finally {
            try {
                ids.pool.release(connection);
            } finally {
                ids.permits.release();
            }
        }
    }

    /** Closes the pool of a shard that was removed. */
    void forget(Shard shard) {
        IdPool ids = pools.remove(shard);
        if (ids != null && ids.pool != shard) {
            ids.pool.close();
        }
    }

    /** Gives the pool of a shard, null if it was not needed so far or is the shard's own. */
    @Nullable
    Shard find(Shard shard) {
        IdPool ids = pools.get(shard);
        return ids == null || ids.pool == shard ? null : ids.pool;
    }

    void close() {
        closed = true;
        pools.keySet().forEach(this::forget);
    }
}
