package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.it.jpa.fixture.Library;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Virtual threads, on a Java that has them. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTest extends LibraryTest {

    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private static String ask() {
        try (EntityManager manager = Library.FACTORY.createEntityManager()) {
            return (String) whoami(manager);
        }
    }

    @Test
    @DisplayName("C09: ten thousand virtual threads, each with a shard of its own; a child without capture is refused")
    void manyVirtualThreadsDoNotMix() throws Exception {
        // Hibernate's own pool refuses callers when it is used up, where others let them wait.
        Semaphore permits = new Semaphore(30);
        ExecutorService threads = virtualThreads();
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                String shard = SHARDS.get(i % 3);
                answers.add(threads.submit(() -> {
                    permits.acquire();
                    try {
                        return CurrentShard.call(shard, VirtualThreadTest::ask);
                    } finally {
                        permits.release();
                    }
                }));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(SHARDS.get(i % 3));
            }
            CurrentShard.call("b", () -> {
                assertThat(threads.submit(CurrentShard.wrap((Callable<String>) VirtualThreadTest::ask))
                                .get())
                        .isEqualTo("b");
                assertThatThrownBy(() -> threads.submit(VirtualThreadTest::ask).get())
                        .hasCauseInstanceOf(NoCurrentShardException.class);
                return null;
            });
        } finally {
            threads.shutdown();
        }
    }

    @Test
    @DisplayName("C09: a thousand virtual threads and pools of one connection: all are served, nobody waits for ever")
    void poolsOfOneConnectionServeAll() throws Exception {
        ExecutorService threads = virtualThreads();
        try (var factory = Library.open(Map.of(
                "virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "1",
                "virgo.acquisition_timeout", "PT2M"))) {
            List<Future<Object>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                String shard = SHARDS.get(i % 3);
                answers.add(threads.submit(() -> CurrentShard.call(shard, () -> {
                    try (EntityManager manager = factory.createEntityManager()) {
                        manager.getTransaction().begin();
                        Object answer = whoami(manager);
                        manager.getTransaction().commit();
                        return answer;
                    }
                })));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(SHARDS.get(i % 3));
            }
        } finally {
            threads.shutdown();
        }
    }
}
