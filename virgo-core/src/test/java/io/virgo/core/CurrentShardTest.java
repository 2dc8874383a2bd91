package io.virgo.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrentShardTest {

    private final ExecutorService worker = Executors.newSingleThreadExecutor();

    @AfterEach
    void nothingIsLeftOnAnyThread() throws Exception {
        assertEquals(Optional.empty(), CurrentShard.get());
        assertEquals(Optional.empty(), onWorker(CurrentShard::get));
        worker.shutdown();
    }

    private <R> R onWorker(Callable<R> task) throws Exception {
        return worker.submit(task).get();
    }

    @Test // C04, A5, A6
    void anInnerScopeGivesTheOuterShardBack() {
        try (ShardScope outer = CurrentShard.open("s1")) {
            for (int i = 0; i < 3; i++) {
                try (ShardScope inner = CurrentShard.open("s2")) {
                    assertEquals("s2", CurrentShard.require());
                    CurrentShard.run("s3", () -> assertEquals("s3", CurrentShard.require()));
                    assertEquals(inner.shard(), CurrentShard.require());
                }
                assertEquals(outer.shard(), CurrentShard.require());
            }
        }
    }

    @Test // C04, A6, A7
    void anInnerScopeThatFailsGivesTheOuterShardBack() {
        CurrentShard.run("s1", () -> {
            Runnable failing = () -> {
                throw new IllegalStateException("inside");
            };
            assertThrows(IllegalStateException.class, () -> CurrentShard.run("s2", failing));
            assertThrows(IllegalArgumentException.class, () -> CurrentShard.open("no name"));
            assertEquals("s1", CurrentShard.require());
        });
    }

    @ParameterizedTest // C07
    @ValueSource(strings = {"", " ", "DEFAULT", "default", "a.b", "s1 "})
    void aTextThatCannotBeAShardsNameIsRefusedAtOnce(String name) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> CurrentShard.open(name));
        assertTrue(e.getMessage().contains("'" + name + "'"), e.getMessage());
    }

    @Test // C07
    void withoutAScopeThereIsNoShard() {
        NoCurrentShardException e = assertThrows(NoCurrentShardException.class, CurrentShard::require);
        assertTrue(e.getMessage().contains("CurrentShard.open"), e.getMessage());
    }

    @Test // A4, C06
    void aThousandCallsOfWhichHalfFailLeaveNothing() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                int call = i;
                calls.add(pool.submit(() -> CurrentShard.call("s" + call % 3, () -> {
                    if (call % 2 == 0) {
                        if (call % 4 == 0) {
                            throw new Exception("checked");
                        }
                        throw new AssertionError("error");
                    }
                    return call;
                })));
            }
            for (int i = 0; i < 1000; i++) {
                Future<?> call = calls.get(i);
                if (i % 2 == 0) {
                    assertThrows(Exception.class, call::get);
                } else {
                    assertEquals(i, call.get());
                }
            }
            CyclicBarrier all = new CyclicBarrier(4);
            List<Future<Optional<String>>> after = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                after.add(pool.submit(() -> {
                    all.await();
                    return CurrentShard.get();
                }));
            }
            for (Future<Optional<String>> shard : after) {
                assertEquals(Optional.empty(), shard.get());
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void aForgottenInnerScopeEndsWithTheOuterAndClosingItLateChangesNothing() {
        ShardScope outer = CurrentShard.open("s1");
        ShardScope forgotten = CurrentShard.open("s2");
        outer.close();
        assertEquals(Optional.empty(), CurrentShard.get());
        CurrentShard.run("s3", () -> {
            forgotten.close();
            outer.close();
            assertEquals("s3", CurrentShard.require());
        });
    }

    @Test
    void anotherThreadCannotCloseAScope() throws Exception {
        try (ShardScope scope = CurrentShard.open("s1")) {
            IllegalStateException e = onWorker(() -> assertThrows(IllegalStateException.class, scope::close));
            assertTrue(e.getMessage().contains("'s1'") && e.getMessage().contains("belongs to thread"), e.getMessage());
            assertEquals("s1", CurrentShard.require());
        }
    }

    @Test // C08, A2
    void anotherThreadDoesNotSeeTheShardByItself() throws Exception {
        CurrentShard.call("s1", () -> {
            assertEquals(Optional.empty(), onWorker(CurrentShard::get));
            assertEquals(
                    Optional.empty(),
                    CompletableFuture.supplyAsync(CurrentShard::get).get());
            return null;
        });
    }

    @Test // A3
    void aThreadMadeInsideAScopeDoesNotInheritIt() throws Exception {
        ExecutorService made = CurrentShard.call("s1", () -> {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            pool.submit(() -> {}).get();
            return pool;
        });
        try {
            assertEquals(Optional.empty(), made.submit(CurrentShard::get).get());
            Callable<Optional<String>> wrapped = CurrentShard.call("s2", () -> CurrentShard.wrap(CurrentShard::get));
            assertEquals(Optional.of("s2"), made.submit(wrapped).get());
            assertEquals(Optional.empty(), made.submit(CurrentShard::get).get());
        } finally {
            made.shutdown();
        }
    }

    @Test // C08
    void aWrappedTaskHasTheShardOfTheMomentOfWrapping() throws Exception {
        List<Optional<String>> seen = Collections.synchronizedList(new ArrayList<>());
        Runnable task = () -> seen.add(CurrentShard.get());
        Runnable wrapped;
        try (ShardScope first = CurrentShard.open("s1")) {
            assertEquals("s1", first.shard());
            wrapped = CurrentShard.wrap(task);
        }
        Runnable kept = wrapped;
        CurrentShard.run("s2", () -> {
            kept.run();
            assertEquals("s2", CurrentShard.require());
        });
        onWorker(() -> CurrentShard.call("s3", () -> {
            kept.run();
            return CurrentShard.require();
        }));
        assertEquals(List.of(Optional.of("s1"), Optional.of("s1")), seen);
    }

    @Test // C08, A3
    void aTaskWrappedWithoutAShardRunsWithoutOneOnAWorkerThatHasOne() {
        Callable<Optional<String>> wrapped = CurrentShard.wrap(CurrentShard::get);
        CurrentShard.run("s1", () -> {
            try {
                assertEquals(Optional.empty(), wrapped.call());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            assertEquals("s1", CurrentShard.require());
        });
        Runnable forgetful = () -> CurrentShard.open("left");
        Runnable careless = CurrentShard.wrap(forgetful);
        CurrentShard.run("s1", () -> {
            careless.run();
            assertEquals("s1", CurrentShard.require());
        });
    }

    @Test // C08
    void aWrappedExecutorCapturesAtEachHandOver() throws Exception {
        List<Optional<String>> seen = Collections.synchronizedList(new ArrayList<>());
        Executor executor = CurrentShard.wrap((Executor) worker);
        Runnable task = () -> seen.add(CurrentShard.get());
        CurrentShard.run("s1", () -> executor.execute(task));
        CurrentShard.run("s2", () -> CompletableFuture.completedFuture("x").thenRunAsync(task, executor));
        executor.execute(task);
        onWorker(() -> null);
        assertEquals(List.of(Optional.of("s1"), Optional.of("s2"), Optional.empty()), seen);
    }

    @Test // C08
    void segmentsOfAParallelStreamBehaveAlikeOnEveryThread() {
        CurrentShard.run("s1", () -> {
            Callable<Optional<String>> each = CurrentShard.wrap(CurrentShard::get);
            boolean all = Collections.nCopies(500, each).parallelStream().allMatch(task -> {
                try {
                    return task.call().equals(Optional.of("s1"));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            assertTrue(all);
        });
    }

    @Test
    void aScopeThatATaskClosedIsNotPutBackInForce() throws Exception {
        ShardScope outer = CurrentShard.open("s1");
        Runnable[] task = new Runnable[1];
        Thread other = new Thread(() -> task[0] = CurrentShard.wrap(outer::close));
        other.start();
        other.join();
        task[0].run();
        outer.close();
        assertFalse(CurrentShard.get().isPresent());
    }

    @Test
    void aWrappedTaskThatFailsGivesTheWorkerItsStateBack() throws Exception {
        Runnable failing = CurrentShard.call(
                "s1",
                () -> CurrentShard.wrap((Runnable) () -> {
                    throw new IllegalStateException("inside");
                }));
        assertThrows(IllegalStateException.class, failing::run);
        assertFalse(CurrentShard.get().isPresent());
        assertNull(CurrentShard.name());
    }
}
