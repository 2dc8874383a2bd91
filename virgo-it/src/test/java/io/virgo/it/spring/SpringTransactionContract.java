package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.spring.shop.Customer;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Spring's transactions over one shared entity manager that knows shards: a singleton, as a service holds it in a field. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(VirgoCheck.class)
abstract class SpringTransactionContract {

    private final DatabaseProduct product;
    private SpringShop shop;
    private ShardedEntityManager sem;

    SpringTransactionContract(DatabaseProduct product) {
        this.product = product;
    }

    @BeforeAll
    void start() {
        shop = SpringShop.start(product, Map.of());
        sem = shop.sem();
    }

    @AfterAll
    void stop() {
        shop.close();
    }

    @BeforeEach
    void empty() {
        shop.emptied();
    }

    private void transaction(Runnable action) {
        shop.work().inTransaction(action);
    }

    @Test
    void siblingIsCommittedWithTheTransaction() {
        transaction(() -> {
            sem.setCurrentShard("s1");
            sem.persist(customer(2, "new").buys("book"));
        });
        assertThat(shop.names("s1")).containsExactly("new", "one of s1");
        assertThat(shop.probe("s1").count("purchase")).isEqualTo(1);
        assertThat(shop.names("s0")).containsExactly("one of s0");
        transaction(() -> assertThat(sem.getCurrentShard())
                .as("a choice ends with its session")
                .isNull());
    }

    @Test
    void siblingIsRolledBackWithTheTransaction() {
        assertThatThrownBy(() -> transaction(() -> {
                    sem.setCurrentShard("s1");
                    sem.persist(customer(2, "new"));
                    sem.flush();
                    throw new IllegalArgumentException("the service fails");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        CurrentShard.run(
                "s0",
                () -> transaction(() -> {
                    sem.onShard("s2", s2 -> {
                        s2.persist(customer(2, "new"));
                        s2.flush();
                        return null;
                    });
                    org.springframework.transaction.interceptor.TransactionAspectSupport.currentTransactionStatus()
                            .setRollbackOnly();
                }));
        for (String shard : sem.getShards()) {
            assertThat(shop.names(shard)).containsExactly("one of " + shard);
        }
    }

    /** Two writers in mode single. */
    @Test
    void twoWritersAreRolledBackEverywhereAndBothAreNamed() {
        assertThatThrownBy(() -> CurrentShard.run(
                        "s0",
                        () -> transaction(() -> {
                            sem.persist(customer(2, "a"));
                            sem.setCurrentShard("s1");
                            sem.persist(customer(2, "b"));
                        })))
                .hasRootCauseInstanceOf(MultiShardWriteException.class)
                .rootCause()
                .hasMessageContaining("[s0, s1]")
                .hasMessageContaining("rolled back");
        assertThat(shop.names("s0")).containsExactly("one of s0");
        assertThat(shop.names("s1")).containsExactly("one of s1");
    }

    /** C01, A1, A15: three shards in turn in one transaction. */
    @Test
    void eachCallGoesToTheShardThatIsCurrentThen() {
        transaction(() -> {
            List<String> seen = new ArrayList<>();
            for (String shard : List.of("s0", "s1", "s0", "s2")) {
                sem.setCurrentShard(shard);
                seen.add(sem.find(Customer.class, 1L).getName());
            }
            assertThat(seen).containsExactly("one of s0", "one of s1", "one of s0", "one of s2");
        });
    }

    /** C05: the scope ends before the commit flushes. */
    @Test
    void scopeMayEndBeforeTheCommit() {
        transaction(() -> CurrentShard.run("s1", () -> sem.persist(customer(2, "new"))));
        assertThat(shop.names("s1")).containsExactly("new", "one of s1");
        CurrentShard.run(
                "s0",
                () -> transaction(() -> {
                    Customer found = SpringShop.on("s2", () -> sem.find(Customer.class, 1L));
                    found.setName("changed");
                }));
        assertThat(shop.names("s2")).containsExactly("changed");
        assertThat(shop.names("s0")).containsExactly("one of s0");
    }

    /** C14: the inner transaction ends, the outer one stays where it was. */
    @Test
    void newTransactionOnAnotherShardLeavesTheOuterOneAlone() {
        CurrentShard.run(
                "s0",
                () -> transaction(() -> {
                    sem.persist(customer(2, "outer before"));
                    CurrentShard.run(
                            "s1",
                            () -> shop.work().inNewTransaction(() -> {
                                assertThat(sem.getCurrentShard()).isEqualTo("s1");
                                sem.persist(customer(2, "inner"));
                            }));
                    assertThat(sem.getCurrentShard()).isEqualTo("s0");
                    assertThat(shop.names("s1")).containsExactly("inner", "one of s1");
                    assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s0");
                    sem.persist(customer(3, "outer after"));
                }));
        assertThat(shop.names("s0")).containsExactly("one of s0", "outer after", "outer before");
    }

    @Test
    void newTransactionHasItsOwnChoice() {
        transaction(() -> {
            sem.setCurrentShard("s1");
            shop.work().inNewTransaction(() -> {
                assertThat(sem.getCurrentShard()).isNull();
                sem.setCurrentShard("s2");
                sem.persist(customer(2, "inner"));
            });
            assertThat(sem.getCurrentShard()).isEqualTo("s1");
            sem.persist(customer(2, "outer"));
        });
        assertThat(shop.names("s1")).containsExactly("one of s1", "outer");
        assertThat(shop.names("s2")).containsExactly("inner", "one of s2");
    }

    /** A13: the error is translated though the thread has another shard by then. */
    @Test
    void springTranslatesTheErrorOfASibling() {
        assertThatThrownBy(() -> transaction(() -> {
                    sem.setCurrentShard("s1");
                    sem.persist(customer(2, "one of s1"));
                    sem.setCurrentShard("s2");
                }))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(shop.names("s1")).containsExactly("one of s1");
        transaction(() -> {
            sem.setCurrentShard("s1");
            assertThat(sem.find(Customer.class, 1L)).isNotNull();
        });
    }

    /** C55: what failed on one shard cannot be committed on another. */
    @Test
    void failedStatementOnOneShardRollsBackTheOther() {
        assertThatThrownBy(() -> CurrentShard.run(
                        "s0",
                        () -> transaction(() -> {
                            sem.persist(customer(2, "a"));
                            assertThatThrownBy(() -> sem.onShard("s1", s1 -> {
                                        s1.persist(customer(2, "one of s1"));
                                        s1.flush();
                                        return null;
                                    }))
                                    .isInstanceOf(RuntimeException.class);
                        })))
                .rootCause()
                .hasMessageContaining("'s1'");
        assertThat(shop.names("s0")).containsExactly("one of s0");
    }

    /** C12: code after the commit runs under the scope of whoever began, and finds what was written. */
    @Test
    void callbackAfterCommitSeesTheShardThatCommitted() {
        List<String> seen = new ArrayList<>();
        CurrentShard.run(
                "s1",
                () -> transaction(() -> {
                    sem.persist(customer(2, "new"));
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                            seen.add(CurrentShard.require());
                            shop.work()
                                    .inNewTransaction(() -> seen.add(
                                            sem.find(Customer.class, 2L).getName()));
                        }
                    });
                }));
        assertThat(seen).containsExactly("s1", "new");
    }

    /** C13: the order of calls on the other manager does not matter. */
    @Test
    void twoTransactionsOfOneThreadDoNotDisturbEachOther() {
        CurrentShard.run(
                "s0",
                () -> transaction(() -> {
                    Customer first = sem.find(Customer.class, 1L);
                    for (int i = 0; i < 20; i++) {
                        String name = "inner " + i;
                        long id = 100 + i;
                        shop.work().inNewTransaction(() -> {
                            sem.setCurrentShard("s1");
                            sem.persist(customer(id, name));
                            assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s1");
                        });
                        first.setName("outer " + i);
                        sem.flush();
                    }
                }));
        assertThat(shop.names("s0")).containsExactly("outer 19");
        assertThat(shop.probe("s1").count("customer")).isEqualTo(21);
    }

    @Test
    void readOnlyTransactionDoesNotFlushASibling() {
        String name = shop.work().reading(() -> {
            sem.setCurrentShard("s1");
            Customer found = sem.find(Customer.class, 1L);
            found.setName("changed");
            return found.getName();
        });
        assertThat(name).isEqualTo("changed");
        assertThat(shop.names("s1")).containsExactly("one of s1");
    }

    @Test
    void isolationAndTimeoutDoNotKeepSiblingsOut() {
        shop.work().serializable(() -> {
            sem.setCurrentShard("s1");
            sem.persist(customer(2, "new"));
        });
        assertThat(shop.names("s1")).containsExactly("new", "one of s1");
    }
}
