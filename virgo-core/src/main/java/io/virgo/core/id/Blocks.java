package io.virgo.core.id;

import io.virgo.core.id.FetchThreads.Fetch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Gives out the numbers of one block after the other. The next block is fetched on another thread as soon as the present one is half
 * used, so that callers wait only if they are faster than the database. A block that does not last is followed by a greater one, up to
 * a limit. Thread-safe; no lock is held while a database is asked.
 */
final class Blocks {

    private static final long SHORT_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONG_NANOS = Duration.ofSeconds(2).toNanos();

    private final String what;
    private final BlockSource source;
    private final FetchThreads threads;
    private final String shard;
    private final Supplier<Duration> timeout;
    private final long least;
    private final long most;

    private volatile Block current = Block.NONE;

    // The rest is guarded by this object's monitor.
    private long size;
    private long installedAt = System.nanoTime() - SHORT_NANOS;
    private @Nullable Block ready;
    private @Nullable Pending pending;

    private static final class Pending {
        final CompletableFuture<Block> result = new CompletableFuture<>();
        final long since = System.nanoTime();
    }

    /**
     * Creates an empty one.
     *
     * @param what what the numbers are for, with the shard, for messages
     * @param shard whose threads fetch
     * @param timeout how long a caller waits at most
     * @param least the size of the first block
     * @param most the greatest size
     */
    Blocks(
            String what,
            BlockSource source,
            FetchThreads threads,
            String shard,
            Supplier<Duration> timeout,
            long least,
            long most) {
        this.what = what;
        this.source = source;
        this.threads = threads;
        this.shard = shard;
        this.timeout = timeout;
        this.least = least;
        this.most = most;
        this.size = least;
    }

    long next() {
        Block block = current;
        long place = block.take();
        return place < block.size ? given(block, place) : afterEndOf(block);
    }

    private long given(Block block, long place) {
        if (block.isHalf(place)) {
            refill(block);
        }
        return block.first + place;
    }

    /** Best effort: the caller has its number, and those who run out of numbers are told what is wrong. */
    private synchronized void refill(Block half) {
        if (current == half && ready == null && pending == null) {
            start();
        }
    }

    private long afterEndOf(Block used) {
        Duration limit = timeout.get();
        long end = System.nanoTime() + limit.toNanos();
        Block block = used;
        while (true) {
            CompletableFuture<Block> next = nextAfter(block, limit);
            if (next != null) {
                await(next, end, limit);
            }
            block = current;
            long place = block.take();
            if (place < block.size) {
                return given(block, place);
            }
        }
    }

    /** Puts the next block in the place of one that is used up; what to wait for, null if there is another block. */
    private synchronized @Nullable CompletableFuture<Block> nextAfter(Block used, Duration limit) {
        if (current != used) {
            return null;
        }
        Block next = ready;
        if (next != null) {
            ready = null;
            install(next);
            return null;
        }
        Pending running = pending;
        boolean hangs = running != null && System.nanoTime() - running.since > limit.toNanos();
        return (running == null || hangs ? start() : running).result;
    }

    private void install(Block next) {
        long now = System.nanoTime();
        long lasted = now - installedAt;
        if (lasted < SHORT_NANOS) {
            size = Math.min(most, size * 2);
        } else if (lasted > LONG_NANOS) {
            size = Math.max(least, size / 2);
        }
        installedAt = now;
        current = next;
    }

    private Pending start() {
        Pending started = new Pending();
        pending = started;
        long wanted = size;
        threads.execute(shard, new Fetch() {

            @Override
            public void run() {
                try {
                    end(started, source.fetch(wanted), null);
                } catch (Throwable e) {
                    end(started, null, e);
                }
            }

            @Override
            public void refused(Throwable reason) {
                end(started, null, reason);
            }
        });
        return started;
    }

    /** A block that comes too late, for a fetch that was given up or a shard that was removed, is not used: it may be another database's. */
    private void end(Pending ended, @Nullable Block block, @Nullable Throwable failure) {
        synchronized (this) {
            if (pending == ended) {
                pending = null;
                ready = block;
            }
        }
        if (block == null) {
            ended.result.completeExceptionally(failure == null ? new IllegalStateException("no block") : failure);
        } else {
            ended.result.complete(block);
        }
    }

    private void await(CompletableFuture<Block> next, long end, Duration limit) {
        try {
            next.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw failure(
                    "came within " + limit.toMillis() + " ms; the database is slow, or gets more callers than it can"
                            + " serve: enlarge the block, or virgo.acquisition_timeout",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("came before the thread was interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof IdentifierGenerationException told) {
                throw new IdentifierGenerationException(told.getMessage(), told);
            }
            throw failure(
                    "could be fetched: " + cause.getMessage()
                            + ". Numbers may have been lost, none was given out; try again when the shard answers",
                    cause);
        }
    }

    private IdentifierGenerationException failure(String text, Throwable cause) {
        return new IdentifierGenerationException("no " + what + " " + text, cause);
    }

    /** Forgets all numbers, those just being fetched too. Whoever waits for them asks again. */
    synchronized void drop() {
        Pending running = pending;
        pending = null;
        ready = null;
        current = Block.NONE;
        size = least;
        if (running != null) {
            running.result.complete(Block.NONE);
        }
    }
}
