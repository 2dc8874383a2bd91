package io.virgo.core.pool;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attempt to open a shard's pool, on a thread of its own so that a server that never answers holds none of the callers'. */
final class Opening {

    private final CompletableFuture<Pool> result = new CompletableFuture<>();
    private final long startedNanos = System.nanoTime();
    private final Thread thread;

    private Opening(String shard, Callable<Pool> attempt) {
        thread = new Thread(
                () -> {
                    try {
                        result.complete(attempt.call());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "virgo-open-" + shard);
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    }

    static Opening start(String shard, Callable<Pool> attempt) {
        Opening opening = new Opening(shard, attempt);
        opening.thread.start();
        return opening;
    }

    boolean olderThan(Duration limit) {
        return System.nanoTime() - startedNanos > limit.toNanos();
    }

    boolean finished() {
        return result.isDone();
    }

    Pool await(Duration limit) throws SQLException {
        try {
            return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new SQLTransientConnectionException("its pool did not open within " + limit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while its pool was opening", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new SQLTransientConnectionException("its pool cannot be opened: " + cause.getMessage(), cause);
        }
    }

    /** Gives the attempt up for those who wait; should it succeed all the same, its pool is not lost. */
    void abandon() {
        result.completeExceptionally(new SQLTransientConnectionException("the attempt to open its pool was given up"));
        thread.interrupt();
    }
}
