package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DirectoryCacheTest {

    private static final int THREADS = 16;

    private final AtomicInteger loads = new AtomicInteger();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    private String counted(Object key) {
        return "shard" + key + "-" + loads.incrementAndGet();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a thread is parked in the flight of another. */
    private static void awaitParked(Thread thread) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(System.nanoTime() < end, "not parked");
            Thread.onSpinWait();
        }
    }

    @Test
    void holdsNoMoreThanItsSize() {
        DirectoryCache cache = new DirectoryCache(3, this::counted);
        for (int key : List.of(1, 2, 3, 1, 4)) {
            cache.get(key);
        }
        assertEquals(4, loads.get());
        cache.get(1);
        cache.get(3);
        cache.get(4);
        assertEquals(4, loads.get(), "those used last stay");
        cache.get(2);
        assertEquals(5, loads.get(), "the one not used for longest has left");
    }

    @Test
    void aSizeOfZeroKeepsNothing() {
        DirectoryCache cache = new DirectoryCache(0, this::counted);
        cache.get(1);
        cache.get(1);
        assertEquals(2, loads.get());
    }

    @Test
    void aLargeCacheKeepsManyKeysOfAnyKind() {
        DirectoryCache cache = new DirectoryCache(10_000, this::counted);
        for (int round = 0; round < 2; round++) {
            for (long key = 0; key < 5_000; key++) {
                cache.get(key);
            }
        }
        assertEquals(5_000, loads.get());
    }

    @Test
    void aMissingKeyIsAskedForAgain() {
        DirectoryCache cache = new DirectoryCache(10, key -> loads.incrementAndGet() == 1 ? null : "eu");
        assertNull(cache.get("x"));
        assertEquals("eu", cache.get("x"));
    }

    @Test
    void manyThreadsLoadAKeyOnce() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> waiting = new ArrayList<>();
        DirectoryCache cache = new DirectoryCache(10, key -> {
            await(go);
            return counted(key);
        });
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            answers.add(threads.submit(() -> {
                synchronized (waiting) {
                    waiting.add(Thread.currentThread());
                }
                return String.valueOf(cache.get("x"));
            }));
        }
        while (true) {
            synchronized (waiting) {
                if (waiting.size() == THREADS) {
                    break;
                }
            }
            Thread.onSpinWait();
        }
        waiting.forEach(DirectoryCacheTest::awaitParked);
        go.countDown();
        for (Future<String> answer : answers) {
            assertEquals("shardx-1", answer.get(30, TimeUnit.SECONDS));
        }
        assertEquals(1, loads.get());
        threads.shutdown();
    }

    @Test
    void aFailureReachesAllWhoWaitAndIsNotKept() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        IllegalStateException down = new IllegalStateException("down");
        DirectoryCache cache = new DirectoryCache(10, key -> {
            if (loads.incrementAndGet() > 1) {
                return "eu";
            }
            started.countDown();
            await(go);
            throw down;
        });
        Future<String> first = threads.submit(() -> cache.get("x"));
        await(started);
        Thread[] second = new Thread[1];
        CountDownLatch running = new CountDownLatch(1);
        Future<String> other = threads.submit(() -> {
            second[0] = Thread.currentThread();
            running.countDown();
            return cache.get("x");
        });
        await(running);
        awaitParked(second[0]);
        go.countDown();
        for (Future<String> failed : List.of(first, other)) {
            assertSame(
                    down,
                    assertThrows(ExecutionException.class, () -> failed.get(30, TimeUnit.SECONDS))
                            .getCause());
        }
        assertEquals("eu", cache.get("x"));
        threads.shutdown();
    }

    @Test
    void whatWasReadBeforeAChangeIsNeitherKeptNorGivenToThoseWhoAskAfterIt() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        DirectoryCache cache = new DirectoryCache(10, key -> {
            if (loads.incrementAndGet() > 1) {
                return "new";
            }
            read.countDown();
            await(go);
            return "old";
        });
        Future<String> before = threads.submit(() -> cache.get("x"));
        await(read);
        cache.evict("x");
        assertEquals("new", cache.get("x"));
        go.countDown();
        assertEquals("old", before.get(30, TimeUnit.SECONDS));
        assertEquals("new", cache.get("x"));
        threads.shutdown();
    }
}
