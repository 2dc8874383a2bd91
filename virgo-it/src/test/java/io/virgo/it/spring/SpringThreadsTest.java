package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.spring.shop.Customer;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Spring's and other threads, each on its own shard. */
@ExtendWith(VirgoCheck.class)
class SpringThreadsTest {

    @AutoClose
    private static final SpringShop SHOP = SpringShop.start();

    private final ShardedEntityManager sem = SHOP.sem();

    @BeforeEach
    void empty() {
        SHOP.emptied();
    }

    /** C08, A2. */
    @Test
    void asynchronousMethodHasNoShardUnlessItIsHandedOne() {
        CompletableFuture<List<Customer>> bare = SpringShop.on(
                "s1", () -> SHOP.work().later(() -> SHOP.customers().findAll()));
        assertThatThrownBy(bare::join)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(NoCurrentShardException.class);

        CompletableFuture<List<String>> handed = SpringShop.on("s1", () -> {
            String shard = CurrentShard.require();
            return SHOP.work().later(() -> SpringShop.on(shard, this::names));
        });
        assertThat(handed.join()).containsExactly("one of s1");
    }

    private List<String> names() {
        return SHOP.customers().findAll().stream().map(Customer::getName).toList();
    }

    /** C08, A3: the key at the time of wrapping, and nothing left on the worker. */
    @Test
    void wrappedTaskHasTheShardOfItsSubmitter() throws Exception {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try {
            AtomicReference<Runnable> task = new AtomicReference<>();
            CurrentShard.run(
                    "s1",
                    () -> task.set(CurrentShard.wrap(
                            () -> SHOP.work().inTransaction(() -> sem.persist(customer(2, "by a worker"))))));
            SpringShop.on("s2", () -> worker.submit(task.get())).get();
            assertThat(SHOP.names("s1")).containsExactly("by a worker", "one of s1");
            assertThat(worker.submit(() -> CurrentShard.get().isEmpty()).get()).isTrue();
            Future<?> bare = SpringShop.on("s2", () -> worker.submit(() -> names()));
            assertThatThrownBy(bare::get).hasRootCauseInstanceOf(NoCurrentShardException.class);
        } finally {
            worker.shutdown();
        }
    }

    /** C11: one shard fails in the middle of a loop over all. */
    @Test
    void loopOverAllShardsGoesOnAfterAFailure() {
        SHOP.probe("s1").execute("alter table customer add constraint only_one check (id = 1)");
        try {
            List<String> failed = new ArrayList<>();
            CurrentShard.run("s2", () -> {
                for (String shard : sem.getShards()) {
                    try {
                        CurrentShard.run(
                                shard,
                                () -> SHOP.work().inTransaction(() -> {
                                    assertThat(sem.find(Customer.class, 1L).getName())
                                            .isEqualTo("one of " + shard);
                                    sem.persist(customer(2, "two of " + shard));
                                }));
                    } catch (RuntimeException e) {
                        failed.add(shard);
                    }
                }
                assertThat(CurrentShard.require()).isEqualTo("s2");
            });
            assertThat(failed).containsExactly("s1");
            assertThat(SHOP.names("s0")).containsExactly("one of s0", "two of s0");
            assertThat(SHOP.names("s1")).containsExactly("one of s1");
            assertThat(SHOP.names("s2")).containsExactly("one of s2", "two of s2");
        } finally {
            SHOP.probe("s1").execute("alter table customer drop constraint only_one");
        }
    }

    /** A4, C06: a thousand nested calls on four threads, every other one failing. */
    @Test
    void nestedCallsLeaveNothingOnTheThreads() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                int n = i;
                calls.add(workers.submit(() -> nested(n)));
            }
            int failures = 0;
            for (Future<?> call : calls) {
                try {
                    call.get();
                } catch (java.util.concurrent.ExecutionException e) {
                    assertThat(e).hasRootCauseMessage("call fails on purpose");
                    failures++;
                }
            }
            assertThat(failures).isEqualTo(500);
            for (int i = 0; i < 8; i++) {
                Future<?> unrouted = workers.submit(() -> names());
                assertThatThrownBy(unrouted::get).hasRootCauseInstanceOf(NoCurrentShardException.class);
            }
        } finally {
            workers.shutdown();
        }
    }

    private void nested(int n) {
        String outer = "s" + n % 3;
        String inner = "s" + (n + 1) % 3;
        CurrentShard.run(
                outer,
                () -> SHOP.work().inTransaction(() -> {
                    CurrentShard.run(
                            inner,
                            () -> SHOP.work().inNewTransaction(() -> {
                                assertThat(sem.find(Customer.class, 1L).getName())
                                        .isEqualTo("one of " + inner);
                                if (n % 4 == 0) {
                                    throw new IllegalStateException("call fails on purpose");
                                }
                            }));
                    assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of " + outer);
                    if (n % 4 == 1) {
                        throw new IllegalStateException("call fails on purpose");
                    }
                }));
    }

    /** C13 (a): one manager object, many threads, each on its own shard. */
    @Test
    void threadsShareTheManagerWithoutCrossing() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int thread = t;
                calls.add(workers.submit(() -> writeFiftyTimes(thread)));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        } finally {
            workers.shutdown();
        }
        for (String shard : sem.getShards()) {
            assertThat(SHOP.probe(shard).count("customer", "name not like ?", "%of " + shard))
                    .isZero();
        }
        assertThat(SHOP.probe("s0").count("customer")
                        + SHOP.probe("s1").count("customer")
                        + SHOP.probe("s2").count("customer"))
                .isEqualTo(3 + 8 * 50);
    }

    private void writeFiftyTimes(int thread) {
        for (int i = 0; i < 50; i++) {
            String shard = "s" + (thread + i) % 3;
            long id = 1000L + thread * 50 + i;
            SHOP.work().inTransaction(() -> {
                sem.setCurrentShard(shard);
                sem.persist(customer(id, id + " of " + shard));
                assertThat(sem.getCurrentShard()).isEqualTo(shard);
            });
        }
    }
}
