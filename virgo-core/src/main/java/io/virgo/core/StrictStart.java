package io.virgo.core;

import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Opens all shards at start, side by side, and fails with the list of those that do not open. */
final class StrictStart {

    private static final int PARALLEL = 16;

    private StrictStart() {}

    static void open(ShardRegistry registry) {
        Map<String, String> failures = new ConcurrentHashMap<>();
        ExecutorService executor = Executors.newFixedThreadPool(PARALLEL, task -> {
            Thread thread = new Thread(task, "virgo-start");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CompletableFuture.allOf(registry.all().stream()
                            .map(shard -> CompletableFuture.runAsync(() -> open(shard, failures), executor))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            executor.shutdown();
        }
        if (!failures.isEmpty()) {
            registry.close();
            throw new VirgoConfigurationException(new TreeMap<>(failures)
                    .entrySet().stream()
                            .map(failure -> "virgo.shard." + failure.getKey() + ": " + failure.getValue()
                                    + " (virgo.start=strict opens all shards at start)")
                            .toList());
        }
    }

    private static void open(Shard shard, Map<String, String> failures) {
        try {
            shard.openNow();
        } catch (SQLException | RuntimeException e) {
            failures.put(shard.name(), String.valueOf(e.getMessage()));
        }
    }
}
