package io.virgo.core;

import io.virgo.core.pool.ShardRegistry;
import io.virgo.core.routing.ShardAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets routers see the shards: those of the settings while a factory starts, and then those that there are. Thread-safe. */
final class RouterAccess implements ShardAccess {

    private final @Nullable ShardConnectionProvider provider;
    private final List<String> atStart;

    RouterAccess(@Nullable ShardConnectionProvider provider, List<String> atStart) {
        this.provider = provider;
        this.atStart = List.copyOf(atStart);
    }

    @Override
    public List<String> shards() {
        ShardRegistry open = provider == null ? null : provider.openRegistry();
        return open == null ? atStart : open.names();
    }

    @Override
    public Connection connection(String shard) throws SQLException {
        if (provider == null) {
            throw new SQLException("shard '" + shard + "' is not open yet");
        }
        return new ShardDataSource(provider, shard).getConnection();
    }
}
