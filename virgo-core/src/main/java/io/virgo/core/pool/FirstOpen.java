package io.virgo.core.pool;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds a shard whose pool is open, for work that any shard can do. The shards are tried in order; one that does not answer within a
 * while is left to go on while the next is tried as well, so that a start does not add up the time-outs of shards that hang.
 */
final class FirstOpen {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(50);

    private final Map<Shard, Opening> running = new LinkedHashMap<>();
    private final BiConsumer<Shard, SQLException> failures;

    private FirstOpen(BiConsumer<Shard, SQLException> failures) {
        this.failures = failures;
    }

    /** Gives the first in order, null if none opens within its time-out; what failed is told and not tried again. */
    static @Nullable Shard of(Collection<Shard> shards, BiConsumer<Shard, SQLException> failures) {
        return new FirstOpen(failures).find(shards);
    }

    private @Nullable Shard find(Collection<Shard> shards) {
        Duration longest = PATIENCE;
        Duration patience = PATIENCE;
        for (Shard shard : shards) {
            longest = longest.compareTo(shard.timeout()) < 0 ? shard.timeout() : longest;
            running.put(shard, shard.beginOpening());
            Shard open = await(shard, patience);
            if (open != null) {
                return open;
            }
            if (running.containsKey(shard) && patience.compareTo(LEAST_PATIENCE) > 0) {
                patience = patience.dividedBy(2);
            }
        }
        Shard open = await(null, longest);
        running.forEach((shard, opening) -> failures.accept(shard, opening.failure(shard.timeout())));
        return open;
    }

    /** Waits until a shard is open, the one given has failed, all have, or the time is over. */
    private @Nullable Shard await(@Nullable Shard last, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); !running.isEmpty(); left = end - System.nanoTime()) {
            Shard open = sortOut();
            if (open != null || (last != null && !running.containsKey(last)) || left <= 0 || running.isEmpty()) {
                return open;
            }
            Opening.awaitOne(running.values(), left);
            if (Thread.currentThread().isInterrupted()) {
                return null;
            }
        }
        return null;
    }

    /** Drops what has failed and gives the first that is open. */
    private @Nullable Shard sortOut() {
        Shard open = null;
        for (Map.Entry<Shard, Opening> entry : Map.copyOf(running).entrySet()) {
            if (entry.getValue().finished() && !entry.getValue().succeeded()) {
                failures.accept(
                        entry.getKey(), entry.getValue().failure(entry.getKey().timeout()));
                running.remove(entry.getKey());
            }
        }
        for (Map.Entry<Shard, Opening> entry : running.entrySet()) {
            if (open == null && entry.getValue().succeeded()) {
                open = entry.getKey();
            }
        }
        return open;
    }
}
