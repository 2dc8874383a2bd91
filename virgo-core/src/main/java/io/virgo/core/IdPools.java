package io.virgo.core;

import io.virgo.core.id.IdConnections;
import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The small pools for ids of one factory, one for each shard that makes or keeps ids, opened at first use. Thread-safe. */
final class IdPools implements IdConnections {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<ShardRegistry> registry;
    private final transient Map<Shard, Shard> pools = new ConcurrentHashMap<>();
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

    private Connection borrow(ShardRegistry shards, Shard shard) {
        Shard pool = pools.computeIfAbsent(shard, shards::forIds);
        // Looked at afterwards, so that whoever removes the shard meanwhile finds the pool.
        if (shards.find(shard.name()) != shard || closed) {
            forget(shard);
            throw new UnknownShardException(shard.name(), shards.names(), true);
        }
        Connection connection = Acquisition.from(shards, shard, pool);
        try {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            int before = limit(connection, pool.timeout());
            return LentConnection.of(connection, () -> giveBack(pool, connection, before));
        } catch (SQLException | RuntimeException e) {
            try {
                pool.release(connection);
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

    private static void giveBack(Shard pool, Connection connection, int networkTimeout) throws SQLException {
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
            pool.release(connection);
        }
    }

    /** Closes the pool of a shard that was removed. */
    void forget(Shard shard) {
        Shard pool = pools.remove(shard);
        if (pool != null && pool != shard) {
            pool.close();
        }
    }

    /** Gives the pool of a shard, null if it was not needed so far or is the shard's own. */
    @Nullable
    Shard find(Shard shard) {
        Shard pool = pools.get(shard);
        return pool == shard ? null : pool;
    }

    void close() {
        closed = true;
        pools.keySet().forEach(this::forget);
    }
}
