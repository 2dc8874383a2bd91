package io.virgo.core;

import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.sql.SQLException;
import java.util.Map;

/** Opens all shards at start, side by side, and fails with the list of those that do not open. */
final class StrictStart {

    private StrictStart() {}

    static void open(ShardRegistry registry) {
        Map<Shard, SQLException> failures = ShardRegistry.openAll(registry.all());
        if (!failures.isEmpty()) {
            registry.close();
            throw new VirgoConfigurationException(failures.entrySet().stream()
                    .map(failure -> "virgo.shard." + failure.getKey().name() + ": "
                            + failure.getValue().getMessage() + " (virgo.start=strict opens all shards at start)")
                    .toList());
        }
    }
}
