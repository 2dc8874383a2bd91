package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.MixedCommitException;
import io.virgo.core.Shards;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a transaction over several shards does when one of them fails it. */
class TransactionFaultTest extends LibraryTest {

    @AfterEach
    void nothingIsLeftInUse() {
        closeManagers();
        SHARDS.forEach(
                shard -> assertThat(Shards.of(Library.FACTORY).figures(shard).active())
                        .as(shard)
                        .isZero());
    }

    private static void persist(ShardedEntityManager sem, String shard, long id) {
        sem.onShard(shard, em -> {
            em.persist(new Author(id, shard));
            return null;
        });
    }

    @Test
    @DisplayName("C55: a statement failed on one shard and was swallowed; commit throws and all is rolled back")
    void aSwallowedFailureRollsAllBack() {
        Map<String, Consumer<ShardedEntityManager>> failures = new LinkedHashMap<>();
        failures.put("flush", em -> {
            em.persist(new Author(1, "twice"));
            em.flush();
        });
        failures.put(
                "HQL",
                em -> em.createQuery("update Author set id = 1 where id = 2").executeUpdate());
        failures.put(
                "native",
                em -> em.createNativeQuery("insert into nosuch values (1)").executeUpdate());
        failures.put("query", em -> em.createNativeQuery("select * from nosuch").getResultList());
        failures.put(
                "doWork",
                em -> ((Session) em).doWork(c -> {
                    try (var statement = c.createStatement()) {
                        statement.executeUpdate("insert into nosuch values (1)");
                    }
                }));
        failures.put(
                "runWithConnection",
                em -> em.<java.sql.Connection>runWithConnection(c -> {
                    try (var statement = c.createStatement()) {
                        statement.executeUpdate("insert into nosuch values (1)");
                    }
                }));
        stored("b", new Author(1, "x"));
        stored("b", new Author(2, "y"));
        failures.forEach((name, failure) -> {
            for (ShardedEntityManager sem : List.of(open("a"), open("b"), open())) {
                sem.getTransaction().begin();
                persist(sem, "a", 5);
                sem.setCurrentShard("b");
                assertThat(catchThrowable(() -> failure.accept(sem))).as(name).isNotNull();
                assertThatThrownBy(() -> sem.getTransaction().commit())
                        .as(name)
                        .isInstanceOf(RollbackException.class)
                        .hasMessageContaining("rolled back on all");
                assertThat(counts("Author")).as(name).containsExactly(0L, 2L, 0L);
                sem.close();
            }
        });
    }

    @Test
    @DisplayName("A13: a constraint is violated at the commit's flush; the database's own error comes through")
    void aFailedFlushOfASiblingRollsAllBack() {
        stored("b", new Author(1, "x"));
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        persist(sem, "b", 1);
        assertThatThrownBy(() -> sem.getTransaction().commit())
                .isInstanceOf(RollbackException.class)
                .hasRootCauseInstanceOf(java.sql.SQLIntegrityConstraintViolationException.class);
        assertThat(nameOnShard("b", 1)).isEqualTo("x");
        assertThat(sem.getTransaction().isActive()).isFalse();
    }

    @Test
    void aFailedCommitOfTheWriterNamesItsShard() {
        for (ShardedEntityManager sem : List.of(open("a"), open())) {
            sem.getTransaction().begin();
            sem.onShard("a", LibraryTest::whoami);
            persist(sem, "b", 1);
            faults("b").at(FaultPoint.COMMIT).once().fail("40001");
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("the commit failed on shard 'b'")
                    .hasRootCauseInstanceOf(java.sql.SQLException.class);
            assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
            assertThat(sem.getTransaction().isActive()).isFalse();
            sem.close();
        }
    }

    @Test
    @DisplayName(
            "the primary's commit fails after the sibling's succeeded: what is committed and what is unknown is told")
    void aMixedOutcomeIsTold() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        assertThat(whoami(sem)).isEqualTo("a");
        persist(sem, "b", 1);
        faults("a").at(FaultPoint.COMMIT).once().fail("08006");
        assertThatThrownBy(() -> sem.getTransaction().commit())
                .isInstanceOfSatisfying(MixedCommitException.class, e -> {
                    assertThat(e.committed()).containsExactly("b");
                    assertThat(e.rolledBack()).isEmpty();
                    assertThat(e.unknown()).containsExactly("a");
                    assertThat(e)
                            .hasMessageContaining("committed on [b]")
                            .hasRootCauseInstanceOf(java.sql.SQLException.class);
                });
        assertThat(counts("Author")).containsExactly(0L, 1L, 0L);
    }

    private static void mixed(
            Throwable failure, List<String> committed, List<String> rolledBack, List<String> unknown) {
        assertThat(failure).isInstanceOfSatisfying(MixedCommitException.class, e -> {
            assertThat(e.committed()).isEqualTo(committed);
            assertThat(e.rolledBack()).isEqualTo(rolledBack);
            assertThat(e.unknown()).isEqualTo(unknown);
            assertThat(e).hasRootCauseInstanceOf(java.sql.SQLException.class);
        });
    }

    @Test
    @DisplayName("E1: the connection is lost at the commit of the only writer, a sibling: its outcome is unknown")
    void theUnknownOutcomeOfASiblingIsTold() {
        for (String state : List.of("08006", "40003", "HY000")) {
            ShardedEntityManager sem = open("a");
            sem.getTransaction().begin();
            assertThat(whoami(sem)).isEqualTo("a");
            sem.onShard("c", LibraryTest::whoami);
            persist(sem, "b", 1);
            faults("b").at(FaultPoint.COMMIT).once().fail(state);
            mixed(catchThrowable(() -> sem.getTransaction().commit()), List.of("c"), List.of("a"), List.of("b"));
            assertThat(sem.getTransaction().isActive()).isFalse();
            sem.close();
        }
    }

    @Test
    @DisplayName("E1: the same for the primary, if other shards took part")
    void theUnknownOutcomeOfThePrimaryIsTold() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.onShard("c", LibraryTest::whoami);
        persist(sem, "a", 1);
        faults("a").at(FaultPoint.COMMIT).once().fail("08006");
        mixed(catchThrowable(() -> sem.getTransaction().commit()), List.of("c"), List.of(), List.of("a"));
    }

    @Test
    @DisplayName("E1: a primary that refuses to commit what it only read is rolled back, and not unknown")
    void aRefusedPrimaryIsRolledBack() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        assertThat(whoami(sem)).isEqualTo("a");
        sem.onShard("c", LibraryTest::whoami);
        persist(sem, "b", 1);
        faults("a").at(FaultPoint.COMMIT).once().fail("40001");
        mixed(catchThrowable(() -> sem.getTransaction().commit()), List.of("c", "b"), List.of("a"), List.of());
        assertThat(counts("Author")).containsExactly(0L, 1L, 0L);
    }

    @Test
    @DisplayName("a refused or single commit is a rollback as ever: nothing is mixed, nothing unknown")
    void aRefusedCommitIsARollback() {
        for (String state : List.of("40001", "23505")) {
            ShardedEntityManager sem = open("a");
            sem.getTransaction().begin();
            sem.onShard("c", LibraryTest::whoami);
            persist(sem, "a", 1);
            faults("a").at(FaultPoint.COMMIT).once().fail(state);
            assertThat(catchThrowable(() -> sem.getTransaction().commit()))
                    .isInstanceOf(PersistenceException.class)
                    .isNotInstanceOf(MixedCommitException.class);
            assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
            sem.close();
        }
    }

    @Test
    @DisplayName("a shard that is not known to have written is committed first, so that its failure undoes everything")
    void aReaderThatFailsToEndRollsAllBack() {
        for (String state : List.of("08006", "40001")) {
            ShardedEntityManager sem = open("a");
            sem.getTransaction().begin();
            sem.onShard("c", LibraryTest::whoami);
            persist(sem, "b", 1);
            faults("c").at(FaultPoint.COMMIT).once().fail(state);
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("the commit failed on shard 'c'");
            assertThat(sem.getTransaction().isActive()).isFalse();
            assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
            sem.close();
        }
    }

    @Test
    @DisplayName("a callback that fails after the commit does not make the outcome unknown")
    void aFailureAfterTheCommitIsNotMixed() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.onShard("c", LibraryTest::whoami);
        persist(sem, "a", 1);
        ((Session) sem).unwrap(SessionImplementor.class).getActionQueue().registerCallback((success, session) -> {
            throw new IllegalStateException("after the commit");
        });
        Throwable failure = catchThrowable(() -> sem.getTransaction().commit());
        assertThat(failure).isNotInstanceOf(MixedCommitException.class);
        assertThat(counts("Author")).containsExactly(1L, 0L, 0L);
    }

    @Test
    void aFailedRollbackOfThePrimaryStillUndoesTheSiblings() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        persist(sem, "a", 1);
        persist(sem, "b", 1);
        sem.flush();
        faults("a").at(FaultPoint.ROLLBACK).once().fail("08006");
        Throwable failure = catchThrowable(() -> sem.getTransaction().rollback());
        assertThat(failure).isInstanceOf(PersistenceException.class);
        sem.setCurrentShard("b");
        assertThat(sem.unwrap(Session.class).isJoinedToTransaction()).isFalse();
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
    }

    @Test
    void aFailedRollbackOfASiblingDoesNotKeepTheOthers() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        persist(sem, "a", 1);
        persist(sem, "b", 1);
        persist(sem, "c", 1);
        sem.flush();
        faults("b").at(FaultPoint.ROLLBACK).once().fail("08006");
        sem.getTransaction().rollback();
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
        assertThat(((Transaction) sem.getTransaction()).isActive()).isFalse();
    }

    @Test
    @DisplayName("F5: a session that cannot be closed does not keep the others open")
    void closingGoesOnAfterAFailure() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        SHARDS.forEach(shard -> sem.onShard(shard, LibraryTest::whoami));
        SHARDS.forEach(shard -> faults(shard).at(FaultPoint.ROLLBACK).once().fail("08006"));
        // What the driver says of these two is not the point here.
        Throwable ended = catchThrowable(() -> sem.getTransaction().rollback());
        Throwable closed = catchThrowable(sem::close);
        assertThat(sem.isOpen()).isFalse();
    }
}
