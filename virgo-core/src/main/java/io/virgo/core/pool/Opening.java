package io.virgo.core.pool;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One attempt to open a shard's pool, on a thread of its own so that a server that never answers holds none of the callers'. */
final class Opening {

    private final CompletableFuture<Pool> result = new CompletableFuture<>();
    private final long startedNanos = System.nanoTime();
    private final @Nullable Thread thread;

    private Opening() {
        thread = null;
    }

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
        Objects.requireNonNull(opening.thread).start();
        return opening;
    }

    /** What a shard whose pool is open has to show for an attempt. */
    static Opening done(Pool pool) {
        Opening opening = new Opening();
        opening.result.complete(pool);
        return opening;
    }

    /** An attempt that failed before it could start. */
    static Opening failed(Throwable failure) {
        Opening opening = new Opening();
        opening.result.completeExceptionally(failure);
        return opening;
    }

    boolean olderThan(Duration limit) {
        return System.nanoTime() - startedNanos > limit.toNanos();
    }

    boolean finished() {
        return result.isDone();
    }

    boolean succeeded() {
        return result.isDone() && !result.isCompletedExceptionally();
    }

    /** Waits until the attempt or one of the others has ended, or the time is over. */
    static void awaitOne(Collection<Opening> openings, long nanos) {
        CompletableFuture<?>[] running =
                openings.stream().map(opening -> opening.result).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(running).get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The caller looks at each of them.
        }
    }

    Pool await(Duration limit) throws SQLException {
        return await(limit, limit.toNanos());
    }

    private Pool await(Duration limit, long nanos) throws SQLException {
        try {
            return result.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new SQLTransientConnectionException("its pool did not open within " + limit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while its pool was opening", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new SQLTransientConnectionException(
                    "its pool cannot be opened: " + SecretMask.text(String.valueOf(cause.getMessage())),
                    SecretMask.cause(cause));
        }
    }

    /** Says why there is no pool at this moment. */
    SQLException failure(Duration limit) {
        try {
            await(limit, 0);
            return new SQLTransientConnectionException("its pool opened too late");
        } catch (SQLException e) {
            return e;
        }
    }

    /** Waits until the limit has passed since a moment. */
    Pool await(Duration limit, long sinceNanos, long nowNanos) throws SQLException {
        return await(limit, Math.max(0, limit.toNanos() - (nowNanos - sinceNanos)));
    }

    /** Gives the attempt up for those who wait; should it succeed all the same, its pool is not lost. */
    void abandon() {
        result.completeExceptionally(new SQLTransientConnectionException("the attempt to open its pool was given up"));
        if (thread != null) {
            thread.interrupt();
        }
    }
}
