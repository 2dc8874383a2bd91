package io.virgo.core;

import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Connections that come back without their shard's name: those for start-up work and for callers of the plain connection provider.
 * Remembers by identity where each belongs. Thread-safe.
 */
final class KeyedConnections {

    private final ShardRegistry registry;
    private final Map<Connection, Shard> origins = Collections.synchronizedMap(new IdentityHashMap<>());

    KeyedConnections(ShardRegistry registry) {
        this.registry = registry;
    }

    Connection of(String name) {
        return take(Acquisition.shard(registry, name));
    }

    /** Gives a connection of the first shard, in order, that has one; does not wait long for one that hangs. */
    Connection any() throws SQLException {
        List<ShardUnavailableException> failures = new ArrayList<>();
        Set<Shard> left = new LinkedHashSet<>(registry.all());
        BiConsumer<Shard, SQLException> failed = (shard, e) -> {
            failures.add(new ShardUnavailableException(shard.name(), e));
            left.remove(shard);
        };
        while (!left.isEmpty()) {
            Shard shard = ShardRegistry.firstOpen(List.copyOf(left), failed);
            if (shard == null) {
                break;
            }
            try {
                return take(shard);
            } catch (ShardUnavailableException e) {
                failures.add(e);
                left.remove(shard);
            }
        }
        SQLException none = new SQLException("no shard gives a connection: "
                + failures.stream().map(Throwable::getMessage).toList());
        failures.forEach(none::addSuppressed);
        throw none;
    }

    private Connection take(Shard shard) {
        Connection connection = Acquisition.from(registry, shard);
        origins.put(connection, shard);
        return connection;
    }

    void release(Connection connection) throws SQLException {
        Shard shard = origins.remove(connection);
        if (shard == null) {
            connection.close();
        } else {
            shard.release(connection);
        }
    }
}
