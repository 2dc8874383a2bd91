package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.jpa.ShardManager;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The key of a thread as sessions see it: it is neither lost, inherited, left behind nor guessed. */
class ThreadKeyTest extends LibraryTest {

    private static String ask() {
        try (EntityManager manager = Library.FACTORY.createEntityManager()) {
            return (String) whoami(manager);
        }
    }

    private static void refused() {
        assertThatThrownBy(ThreadKeyTest::ask)
                .isInstanceOf(NoCurrentShardException.class)
                .hasMessageContaining("[a, b, c]");
    }

    @Test
    @DisplayName(
            "C04, C14, A5, A6: scopes nest; an inner one, an inner failure, an inner manager's end take nothing away")
    @SuppressWarnings("try")
    void scopesNest() {
        try (ShardScope outer = CurrentShard.open("a")) {
            EntityManager opened = plain();
            opened.getTransaction().begin();
            try (ShardScope inner = CurrentShard.open("b")) {
                assertThat(ask()).isEqualTo("b");
                try (ShardScope innermost = CurrentShard.open("c");
                        EntityManager own = Library.FACTORY.createEntityManager()) {
                    own.getTransaction().begin();
                    assertThat(whoami(own)).isEqualTo("c");
                    own.getTransaction().commit();
                }
                assertThat(ask()).isEqualTo("b");
            }
            assertThat(catchThrowable(() -> CurrentShard.run("b", () -> {
                        throw new IllegalStateException("inner");
                    })))
                    .hasMessage("inner");
            assertThat(ask()).isEqualTo("a");
            assertThat(whoami(opened)).isEqualTo("a");
            opened.getTransaction().commit();
        }
        refused();
    }

    @Test
    @DisplayName("C06, A3, A4: a pooled thread keeps nothing of a task, whatever that threw")
    void aPooledThreadKeepsNothing() throws Exception {
        List<Callable<Void>> failing = List.of(
                () -> {
                    throw new IllegalStateException("unchecked");
                },
                () -> {
                    throw new java.io.IOException("checked");
                },
                () -> {
                    throw new AssertionError("error");
                });
        ExecutorService pool = CurrentShard.call("a", () -> Executors.newFixedThreadPool(2));
        try {
            for (int i = 0; i < 300; i++) {
                Callable<Void> task = failing.get(i % 3);
                Future<Void> done = pool.submit(() -> CurrentShard.call("b", task));
                assertThatThrownBy(done::get).hasCauseInstanceOf(Throwable.class);
            }
            for (int i = 0; i < 4; i++) {
                pool.submit(ThreadKeyTest::refused).get();
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    @DisplayName(
            "C08, A2: a bare task is refused; a wrapped one has the key of its submission, and gives the worker's back")
    @SuppressWarnings("try")
    void workMovesWithItsKeyOnlyWhenWrapped() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (ShardScope scope = CurrentShard.open("a")) {
            pool.submit(ThreadKeyTest::refused).get();
            CountDownLatch queued = new CountDownLatch(1);
            pool.submit(() -> {
                queued.await();
                return null;
            });
            Future<String> wrapped = pool.submit(CurrentShard.wrap((Callable<String>) ThreadKeyTest::ask));
            try (ShardScope later = CurrentShard.open("b")) {
                queued.countDown();
                assertThat(wrapped.get()).isEqualTo("a");
                assertThat(CompletableFuture.supplyAsync(ThreadKeyTest::ask, CurrentShard.wrap(pool))
                                .thenApplyAsync(first -> first + ask(), CurrentShard.wrap(pool))
                                .get())
                        .isEqualTo("bb");
            }
            pool.submit(ThreadKeyTest::refused).get();
            List<String> segments = IntStream.range(0, 64)
                    .parallel()
                    .mapToObj(i -> {
                        try {
                            return ask();
                        } catch (NoCurrentShardException e) {
                            return "refused";
                        }
                    })
                    .toList();
            assertThat(segments).containsAnyOf("a", "refused").doesNotContain("b", "c");
        } finally {
            pool.shutdown();
        }
    }

    @Test
    @DisplayName("A12: 32 threads, each with random shards, by key and by setCurrentShard")
    void manyThreadsDoNotMix() throws Exception {
        long seed = System.nanoTime();
        int threads = 32;
        int steps = 60;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> results = new ArrayList<>();
        try {
            for (int t = 0; t < threads; t++) {
                int thread = t;
                results.add(pool.submit(() -> steps(new java.util.Random(seed + thread), thread, steps)));
            }
            int written = 0;
            for (Future<Integer> result : results) {
                written += result.get();
            }
            long rows = 0;
            for (String shard : SHARDS) {
                assertThat(probe(shard).count("Author", "name <> ?", shard))
                        .as("seed %d", seed)
                        .isZero();
                rows += probe(shard).count("Author");
            }
            assertThat(rows).as("seed %d", seed).isEqualTo(written);
        } finally {
            pool.shutdown();
        }
    }

    @SuppressWarnings("try")
    private static int steps(java.util.Random random, int thread, int steps) {
        int written = 0;
        for (int i = 0; i < steps; i++) {
            String shard = SHARDS.get(random.nextInt(3));
            String key = SHARDS.get(random.nextInt(3));
            boolean byKey = random.nextBoolean();
            long id = thread * 1000L + i;
            try (ShardScope scope = CurrentShard.open(byKey ? shard : key);
                    var sem = ShardManager.extend(Library.FACTORY.createEntityManager())) {
                if (!byKey) {
                    sem.setCurrentShard(shard);
                }
                sem.getTransaction().begin();
                sem.persist(new Author(id, shard));
                if (random.nextInt(4) == 0) {
                    sem.getTransaction().rollback();
                } else {
                    sem.getTransaction().commit();
                    written++;
                }
                assertThat(whoami(sem)).isEqualTo(shard);
            }
        }
        return written;
    }
}
