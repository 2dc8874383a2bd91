package io.virgo.it.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.Shards;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.context.TenantIdentifierMismatchException;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** C57, 000-33, 000-34: two shards on XA data sources in one JTA transaction. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(VirgoCheck.class)
abstract class JtaTransactionContract {

    private final DatabaseProduct product;
    private Bank bank;

    JtaTransactionContract(DatabaseProduct product) {
        this.product = product;
    }

    @BeforeAll
    void open() throws Exception {
        bank = Bank.open(product, JtaPool.XA, JtaPool.XA);
    }

    @AfterAll
    void close() throws Exception {
        bank.close();
    }

    @BeforeEach
    void empty() {
        for (String shard : bank.databases().names()) {
            bank.databases().faults(shard).clear();
            bank.databases().probe(shard).execute("delete from account");
            bank.databases().probe(shard).update("insert into account (id, owner) values (-1, ?)", "bank of " + shard);
        }
    }

    private void transferred(ShardedEntityManager sem) {
        sem.setCurrentShard("s0");
        sem.persist(new Account("a"));
        sem.setCurrentShard("s1");
        sem.persist(new Account("b"));
    }

    private void assertNothingWritten() {
        assertThat(bank.owners("s0")).containsExactly("bank of s0");
        assertThat(bank.owners("s1")).containsExactly("bank of s1");
    }

    private void assertBothWritten() {
        assertThat(bank.owners("s0")).containsExactly("a", "bank of s0");
        assertThat(bank.owners("s1")).containsExactly("b", "bank of s1");
    }

    @Test
    void bothShardsAreCommittedByTwoPhases() throws Exception {
        long before = bank.databases().faults("s1").calls(FaultPoint.XA_PREPARE);
        try (ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> transferred(sem));
        }
        assertBothWritten();
        assertThat(bank.databases().faults("s1").calls(FaultPoint.XA_PREPARE)).isEqualTo(before + 1);
    }

    @Test
    void bothShardsAreRolledBack() {
        try (ShardedEntityManager sem = bank.manager()) {
            assertThatThrownBy(() -> Narayana.transaction(() -> {
                        transferred(sem);
                        sem.flush();
                        throw new IllegalArgumentException("the service fails");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertNothingWritten();
    }

    @Test
    void failureToPrepareOneUndoesTheOther() {
        for (String shard : List.of("s0", "s1")) {
            bank.databases().faults(shard).at(FaultPoint.XA_PREPARE).once().fail();
            try (ShardedEntityManager sem = bank.manager()) {
                assertThatThrownBy(() -> Narayana.transaction(() -> transferred(sem)))
                        .isInstanceOf(RollbackException.class);
            }
            assertNothingWritten();
        }
    }

    @Test
    void transactionMarkedForRollbackWritesNothing() {
        try (ShardedEntityManager sem = bank.manager()) {
            assertThatThrownBy(() -> Narayana.transaction(() -> {
                        transferred(sem);
                        Narayana.manager().setRollbackOnly();
                    }))
                    .isInstanceOf(RollbackException.class);
        }
        assertNothingWritten();
    }

    /** A15, C01: three answers in one transaction, each from its own connection. */
    @Test
    void eachCallGoesToTheShardThatIsCurrentThen() throws Exception {
        try (ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> {
                for (String shard : List.of("s0", "s1", "s0")) {
                    sem.setCurrentShard(shard);
                    assertThat(sem.find(Account.class, -1L).getOwner()).isEqualTo("bank of " + shard);
                    assertThat(sem.createNativeQuery("select name from whoami").getSingleResult())
                            .isEqualTo(shard);
                }
            });
        }
    }

    @Test
    void managerServesOneTransactionAfterTheOther() throws Exception {
        try (ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> transferred(sem));
            assertBothWritten();
            Narayana.transaction(() -> {
                sem.setCurrentShard("s1");
                sem.find(Account.class, -1L).setOwner("changed");
            });
            assertThat(bank.owners("s1")).containsExactly("b", "changed");
        }
    }

    /** A table generator's own transaction belongs to the session's shard. */
    @Test
    void tableGeneratorCountsOnItsOwnShardAndInItsOwnTransaction() throws Exception {
        try (ShardedEntityManager sem = bank.manager()) {
            long[] before = {next("s0"), next("s1")};
            assertThatThrownBy(() -> Narayana.transaction(() -> {
                        for (int i = 0; i < 10; i++) {
                            sem.setCurrentShard("s0");
                            sem.persist(new Account("a"));
                        }
                        sem.setCurrentShard("s1");
                        sem.persist(new Account("b"));
                        throw new IllegalArgumentException("undone");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(next("s0") - before[0]).isBetween(8L, 12L);
            assertThat(next("s1") - before[1]).isBetween(0L, 4L);
        }
        assertNothingWritten();
    }

    private long next(String shard) {
        return bank.databases().probe(shard).rows("select * from account_ids").stream()
                .flatMap(List::stream)
                .filter(Number.class::isInstance)
                .mapToLong(value -> ((Number) value).longValue())
                .sum();
    }

    @Test
    void plainSessionsOfTwoShardsWorkSideBySide() throws Exception {
        Narayana.transaction(() -> {
            EntityManager a = bank.plainOn("s0");
            EntityManager b = bank.plainOn("s1");
            a.persist(new Account("a"));
            b.persist(new Account("b"));
            assertThat(a.find(Account.class, -1L).getOwner()).isEqualTo("bank of s0");
            a.close();
            b.close();
        });
        assertBothWritten();
    }

    @Test
    void currentSessionIsTheScopesAndAnotherScopeIsRefused() throws Exception {
        SessionFactory sessions = bank.factory().unwrap(SessionFactory.class);
        Narayana.transaction(() -> CurrentShard.run("s0", () -> {
            Session current = sessions.getCurrentSession();
            current.persist(new Account("a"));
            assertThat(sessions.getCurrentSession()).isSameAs(current);
            CurrentShard.run(
                    "s1",
                    () -> assertThatThrownBy(sessions::getCurrentSession)
                            .isInstanceOf(TenantIdentifierMismatchException.class)
                            .hasMessageContaining("s0")
                            .hasMessageContaining("s1"));
            ShardedEntityManager sem = ShardManager.extend(current);
            sem.setCurrentShard("s1");
            sem.persist(new Account("b"));
        }));
        assertBothWritten();
    }

    /** C14 by hand. */
    @Test
    void suspendedTransactionKeepsItsShardsAndItsFate() {
        try (ShardedEntityManager outer = bank.manager();
                ShardedEntityManager inner = bank.manager()) {
            assertThatThrownBy(() -> Narayana.transaction(() -> {
                        outer.setCurrentShard("s0");
                        outer.persist(new Account("undone"));
                        outer.flush();
                        Narayana.suspended(() -> {
                            Narayana.transaction(() -> transferred(inner));
                            return null;
                        });
                        assertThat(outer.getCurrentShard()).isEqualTo("s0");
                        outer.setCurrentShard("s1");
                        outer.persist(new Account("undone"));
                        throw new IllegalArgumentException("the outer one fails");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertBothWritten();
    }

    @Test
    void synchronisationMayWriteOnAnotherShardBeforeTheCommit() throws Exception {
        int[] outcome = {-1};
        try (ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> {
                sem.setCurrentShard("s0");
                sem.persist(new Account("a"));
                Narayana.manager().getTransaction().registerSynchronization(new Synchronization() {
                    @Override
                    public void beforeCompletion() {
                        sem.setCurrentShard("s1");
                        sem.persist(new Account("b"));
                    }

                    @Override
                    public void afterCompletion(int status) {
                        outcome[0] = status;
                    }
                });
            });
        }
        assertThat(outcome[0]).isEqualTo(Status.STATUS_COMMITTED);
        assertBothWritten();
    }

    @Test
    void managerClosedInMidTransactionIsStillCommittedWhole() throws Exception {
        Narayana.transaction(() -> {
            ShardedEntityManager sem = bank.manager();
            transferred(sem);
            sem.close();
            assertThat(sem.isOpen()).isFalse();
        });
        assertBothWritten();
        Narayana.transaction(() -> {
            ShardedEntityManager sem = ShardManager.extend(bank.plainOn("s0"));
            sem.find(Account.class, -1L).setOwner("changed 0");
            sem.onShard("s1", s1 -> s1.find(Account.class, -1L)).setOwner("changed 1");
            sem.close();
        });
        assertThat(bank.owners("s0")).containsExactly("a", "changed 0");
        assertThat(bank.owners("s1")).containsExactly("b", "changed 1");
    }

    @Test
    void transactionThatTimesOutWritesNothing() throws Exception {
        Narayana.manager().setTransactionTimeout(1);
        ShardedEntityManager sem = bank.manager();
        SessionImplementor sibling;
        try {
            Narayana.manager().begin();
            transferred(sem);
            sem.flush();
            sibling = sem.unwrap(SessionImplementor.class);
            while (Narayana.manager().getStatus() == Status.STATUS_ACTIVE
                    || Narayana.manager().getStatus() == Status.STATUS_ROLLING_BACK) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> Narayana.manager().commit()).isInstanceOf(RollbackException.class);
        } finally {
            Narayana.manager().setTransactionTimeout(0);
        }
        assertNothingWritten();
        // Hibernate tells each session's next user that another thread ended its transaction.
        assertThatThrownBy(sem::close).hasMessageContaining("rolled back in a different thread");
        sem.close();
        assertThat(sibling.isClosed()).isTrue();
        for (String shard : bank.databases().names()) {
            assertThat(Shards.of(bank.factory()).figures(shard).active()).isZero();
        }
    }
}
