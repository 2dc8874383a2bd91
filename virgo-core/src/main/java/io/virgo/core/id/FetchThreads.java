package io.virgo.core.id;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one factory that fetch ids: for each shard as many as its small pool has connections, and none while nothing is to do.
 * They have no transaction and no current shard, and one shard's do not wait for another's. Thread-safe.
 */
final class FetchThreads {

    private static final int PER_SHARD = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** A piece of work. */
    interface Fetch extends Runnable {

        /** Called in place of {@link #run} if the factory is closed. */
        void refused(Throwable reason);
    }

    private final Map<String, ThreadPoolExecutor> perShard = new ConcurrentHashMap<>();
    private volatile boolean closed;

    void execute(String shard, Fetch fetch) {
        ThreadPoolExecutor executor = perShard.computeIfAbsent(shard, FetchThreads::create);
        if (closed) {
            close();
        }
        try {
            executor.execute(fetch);
        } catch (RejectedExecutionException e) {
            fetch.refused(gone());
        }
    }

    private static ThreadPoolExecutor create(String shard) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                PER_SHARD, PER_SHARD, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    // Without what the creating thread inherits to others: it is some caller's.
                    Thread thread = new Thread(null, task, "virgo-ids-" + shard, 0, false);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static IllegalStateException gone() {
        return new IllegalStateException("the shard was removed or the factory is closed");
    }

    /** Ends a shard's threads; one that has a connection may give it back first, if it is quick. */
    void end(String shard) {
        ThreadPoolExecutor executor = perShard.remove(shard);
        if (executor != null) {
            end(List.of(executor));
        }
    }

    void close() {
        closed = true;
        List<ThreadPoolExecutor> all = new ArrayList<>();
        perShard.keySet().forEach(shard -> {
            ThreadPoolExecutor executor = perShard.remove(shard);
            if (executor != null) {
                all.add(executor);
            }
        });
        end(all);
    }

    private static void end(List<ThreadPoolExecutor> executors) {
        for (ThreadPoolExecutor executor : executors) {
            executor.shutdown();
            List<Runnable> waiting = new ArrayList<>();
            executor.getQueue().drainTo(waiting);
            waiting.forEach(fetch -> ((Fetch) fetch).refused(gone()));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (ThreadPoolExecutor executor : executors) {
                executor.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executors.forEach(ThreadPoolExecutor::shutdownNow);
    }
}
