package io.virgo.core.pool;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Opens several pools side by side, so that the time-outs of shards that hang do not add up. */
final class OpenAll {

    private OpenAll() {}

    /** Gives what failed, in the order of the shards. */
    static Map<Shard, SQLException> of(Collection<Shard> shards) {
        long start = System.nanoTime();
        Map<Shard, Opening> openings = new LinkedHashMap<>();
        shards.forEach(shard -> openings.put(shard, shard.beginOpening()));
        Map<Shard, SQLException> failures = new LinkedHashMap<>();
        openings.forEach((shard, opening) -> {
            try {
                opening.await(shard.timeout(), start, System.nanoTime());
            } catch (SQLException e) {
                failures.put(shard, e);
            }
        });
        return failures;
    }
}
