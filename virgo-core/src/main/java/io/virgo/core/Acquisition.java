package io.virgo.core;

import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import io.virgo.core.settings.ShardNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

/** Takes a connection of a named shard, or tells in Virgo's words why there is none. */
final class Acquisition {

    private Acquisition() {}

    /** For a session, which knows its shard by the tenant identifier. */
    static Connection ofTenant(ShardRegistry registry, String tenant) {
        return from(registry, shardOfTenant(registry, tenant));
    }

    static Shard shardOfTenant(ShardRegistry registry, String tenant) {
        Shard shard = registry.findByTenant(tenant);
        if (shard == null) {
            String name = ShardNames.ofTenant(tenant);
            throw new UnknownShardException(
                    name, registry.names(), registry.find(name) != null || registry.wasRemoved(name));
        }
        return shard;
    }

    static Shard shard(ShardRegistry registry, String name) {
        Shard shard = registry.find(name);
        if (shard == null) {
            throw new UnknownShardException(name, registry.names(), registry.wasRemoved(name));
        }
        return shard;
    }

    static Connection from(ShardRegistry registry, Shard shard) {
        return from(registry, shard, shard);
    }

    /** Takes it from one of the shard's pools. */
    static Connection from(ShardRegistry registry, Shard shard, Shard pool) {
        try {
            return pool.acquire();
        } catch (SQLNonTransientConnectionException e) {
            if (registry.find(shard.name()) != shard) {
                throw new UnknownShardException(shard.name(), registry.names(), true);
            }
            throw new ShardUnavailableException(shard.name(), e);
        } catch (SQLException | RuntimeException e) {
            throw new ShardUnavailableException(shard.name(), e);
        }
    }
}
