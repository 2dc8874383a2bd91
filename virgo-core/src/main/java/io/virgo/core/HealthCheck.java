package io.virgo.core;

import io.virgo.core.pool.SecretMask;
import io.virgo.core.pool.Shard;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks shards side by side whether they answer, each on a thread of its own with one time limit for all. A shard whose last check still
 * hangs is not asked again, so that a dead shard costs one thread at most. Thread-safe.
 */
final class HealthCheck {

    private final Map<Shard, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    List<ShardHealth> check(Collection<Shard> shards, Duration timeout) {
        long start = System.nanoTime();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (Shard shard : shards) {
            answers.add(ask(shard, timeout));
        }
        List<ShardHealth> result = new ArrayList<>();
        int i = 0;
        for (Shard shard : shards) {
            result.add(answer(shard, answers.get(i++), start, timeout));
        }
        return result;
    }

    private CompletableFuture<Boolean> ask(Shard shard, Duration timeout) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        CompletableFuture<Boolean> before = running.putIfAbsent(shard, answer);
        if (before != null) {
            return before;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        answer.complete(valid(shard, timeout));
                    } catch (Throwable e) {
                        answer.completeExceptionally(e);
                    } finally {
                        running.remove(shard, answer);
                        threads.remove(Thread.currentThread());
                    }
                },
                "virgo-health-" + shard.name());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return answer;
    }

    /** Interrupts the checks that are still waiting. */
    void stop() {
        threads.forEach(Thread::interrupt);
    }

    private static boolean valid(Shard shard, Duration timeout) throws SQLException {
        Connection connection = shard.acquire();
        try {
            return connection.isValid((int) Math.max(1, timeout.toSeconds()));
        } finally {
            shard.release(connection);
        }
    }

    private static ShardHealth answer(Shard shard, CompletableFuture<Boolean> answer, long start, Duration timeout) {
        String problem = null;
        try {
            long left = timeout.toNanos() - (System.nanoTime() - start);
            problem = answer.get(Math.max(0, left), TimeUnit.NANOSECONDS) ? null : "its connection is not valid";
        } catch (TimeoutException e) {
            problem = "no answer within " + timeout.toMillis() + " ms";
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            problem = SecretMask.text(String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
        return health(shard, start, problem);
    }

    private static ShardHealth health(Shard shard, long start, @Nullable String problem) {
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return new ShardHealth(shard.name(), problem == null, took, Optional.ofNullable(problem));
    }
}
