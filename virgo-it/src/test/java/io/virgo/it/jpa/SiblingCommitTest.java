package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.MixedCommitException;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.Shards;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a sibling does at the commit is heard, whether it is known to have written or not. */
class SiblingCommitTest extends LibraryTest {

    private static final String INSERT =
            "select id from final table (insert into Author(id, name, code, version) values (88, 'x', 'x', 0))";

    @BeforeEach
    void fill() {
        SHARDS.forEach(shard -> stored(shard, new Author(1, "before")));
    }

    @AfterEach
    void nothingIsLeftInUse() {
        closeManagers();
        SHARDS.forEach(
                shard -> assertThat(Shards.of(Library.FACTORY).figures(shard).active())
                        .as(shard)
                        .isZero());
    }

    private ShardedEntityManager begun(String shard) {
        ShardedEntityManager sem = open(shard);
        sem.getTransaction().begin();
        return sem;
    }

    private static void rename(EntityManager em) {
        em.find(Author.class, 1L).rename("after");
    }

    private static Object renamed(EntityManager em) {
        rename(em);
        return "";
    }

    private static void jdbc(EntityManager em) {
        em.unwrap(Session.class).doWork(connection -> {
            try (var statement = connection.createStatement()) {
                statement.execute("update Author set name = 'after' where id = 1");
            }
        });
    }

    private static List<String> names() {
        return SHARDS.stream().map(shard -> nameOnShard(shard, 1)).toList();
    }

    private static void raise(String shard) {
        probe(shard).execute("update Author set version = version + 1 where id = 1");
    }

    private static void register(EntityManager em, Runnable before, Runnable after) {
        em.unwrap(Session.class).getTransaction().registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                before.run();
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    after.run();
                }
            }
        });
    }

    @Test
    @DisplayName("E1: a write that nobody saw is not lost in silence when its commit fails")
    void theFailedCommitOfAnUnseenWriteIsTold() {
        Map<String, Consumer<EntityManager>> writes = new LinkedHashMap<>();
        writes.put("JDBC", SiblingCommitTest::jdbc);
        writes.put("SQL", em -> em.createNativeQuery(INSERT).getResultList());
        writes.put("lock", em -> em.find(Author.class, 1L, LockModeType.OPTIMISTIC_FORCE_INCREMENT));
        writes.forEach((name, write) -> {
            for (String writer : List.of("a", "b", "c")) {
                ShardedEntityManager sem = begun("a");
                if (!writer.equals("b")) {
                    sem.onShard(writer, SiblingCommitTest::renamed);
                }
                sem.setCurrentShard("b");
                write.accept(sem);
                faults("b").at(FaultPoint.COMMIT).once().fail("40001");
                assertThatThrownBy(() -> sem.getTransaction().commit())
                        .as("%s, with %s", name, writer)
                        .isInstanceOf(RollbackException.class);
                sem.close();
                faults("b").clear();
                assertThat(names()).as(name).containsExactly("before", "before", "before");
                assertThat(counts("Author")).as(name).containsExactly(1L, 1L, 1L);
            }
        });
    }

    @Test
    void aVersionThatChangedOnAShardThatWasReadRollsAllBack() {
        for (LockModeType mode : List.of(LockModeType.OPTIMISTIC, LockModeType.OPTIMISTIC_FORCE_INCREMENT)) {
            for (String reader : List.of("a", "b")) {
                ShardedEntityManager sem = begun("a");
                if (mode == LockModeType.OPTIMISTIC) {
                    sem.onShard(reader.equals("a") ? "b" : "a", SiblingCommitTest::renamed);
                }
                sem.onShard(reader, em -> em.find(Author.class, 1L, mode));
                raise(reader);
                assertThatThrownBy(() -> sem.getTransaction().commit())
                        .as("%s on %s", mode, reader)
                        .isInstanceOf(RollbackException.class)
                        .hasCauseInstanceOf(OptimisticLockException.class);
                sem.close();
                assertThat(names()).as("%s on %s", mode, reader).containsExactly("before", "before", "before");
            }
        }
    }

    @Test
    void aVetoOnASiblingRollsAllBack() {
        for (String writer : List.of("a", "c")) {
            ShardedEntityManager sem = begun("a");
            sem.onShard(writer, SiblingCommitTest::renamed);
            sem.setCurrentShard("b");
            sem.find(Author.class, 1L);
            register(
                    sem,
                    () -> {
                        throw new IllegalStateException("vetoed");
                    },
                    () -> {});
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .hasStackTraceContaining("vetoed");
            assertThat(names()).containsExactly("before", "before", "before");
            sem.close();
        }
    }

    @Test
    void aSynchronizationOfASiblingThatWritesIsCounted() {
        for (String writer : List.of("a", "c")) {
            ShardedEntityManager sem = begun("a");
            sem.onShard(writer, SiblingCommitTest::renamed);
            sem.setCurrentShard("b");
            sem.find(Author.class, 1L);
            EntityManager onB = sem.unwrap(Session.class);
            register(
                    sem,
                    () -> onB.createQuery("update Author set name = 'late'").executeUpdate(),
                    () -> {});
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            MultiShardWriteException.class,
                            e -> assertThat(e.shards()).containsExactly(writer, "b"));
            assertThat(names()).containsExactly("before", "before", "before");
            sem.close();
        }
    }

    @Test
    void aCallbackAfterTheCommitOfASiblingMayReadOneMoreShard() {
        for (String writer : List.of("a", "b")) {
            ShardedEntityManager sem = begun("a");
            List<String> read = new ArrayList<>();
            sem.onShard(writer, SiblingCommitTest::renamed);
            sem.setCurrentShard("b");
            sem.find(Author.class, 1L);
            register(
                    sem,
                    () -> {},
                    () -> read.add(
                            sem.onShard("c", em -> em.find(Author.class, 1L)).name()));
            sem.getTransaction().commit();
            assertThat(read).containsExactly("before");
            assertThat(nameOnShard(writer, 1)).isEqualTo("after");
            sem.close();
        }
    }

    @Test
    void aWriteAfterTheWritersCommitIsAMixedOutcome() {
        ShardedEntityManager sem = begun("a");
        sem.setCurrentShard("b");
        rename(sem);
        register(sem, () -> {}, () -> sem.onShard("c", SiblingCommitTest::renamed));
        assertThatThrownBy(() -> sem.getTransaction().commit())
                .isInstanceOfSatisfying(MixedCommitException.class, e -> {
                    assertThat(e.committed()).containsExactly("b");
                    assertThat(e.rolledBack()).containsExactly("a", "c");
                    assertThat(e.unknown()).isEmpty();
                });
        assertThat(names()).containsExactly("before", "after", "before");
    }

    @Test
    @DisplayName("native SQL that writes and returns rows counts as a write")
    void nativeSqlThatReturnsRowsCounts() {
        Library.FACTORY.addNamedQuery("insert.returning", plain("a").createNativeQuery(INSERT));
        Map<String, Consumer<EntityManager>> writes = new LinkedHashMap<>();
        writes.put("SQL", em -> em.createNativeQuery(INSERT).getResultList());
        writes.put(
                "SQL of a type", em -> em.createNativeQuery(INSERT, Long.class).getResultList());
        writes.put("named", em -> em.createNamedQuery("insert.returning").getResultList());
        writes.forEach((name, write) -> {
            ShardedEntityManager sem = begun("a");
            rename(sem);
            sem.setCurrentShard("b");
            write.accept(sem);
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .as(name)
                    .isInstanceOf(RollbackException.class)
                    .hasCauseInstanceOf(MultiShardWriteException.class);
            assertThat(counts("Author")).as(name).containsExactly(1L, 1L, 1L);
            sem.close();
        });
        ShardedEntityManager sem = begun("a");
        rename(sem);
        sem.setCurrentShard("b");
        sem.createNativeQuery("select 'update' from Author where id = 1 for update")
                .getResultList();
        assertThat(sem.createNamedQuery("Author.shard").getSingleResult()).isEqualTo("b");
        sem.getTransaction().commit();
        assertThat(names()).containsExactly("after", "before", "before");
    }

    @Test
    @DisplayName("a sibling closed within the transaction commits with it, as a plain manager does")
    void aSiblingClosedWithinTheTransactionCommits() {
        ShardedEntityManager sem = begun("a");
        sem.setCurrentShard("b");
        rename(sem);
        sem.unwrap(Session.class).close();
        assertThatThrownBy(() -> sem.createQuery("from Author", Author.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        sem.getTransaction().rollback();
        assertThat(nameOnShard("b", 1)).isEqualTo("before");
        sem.getTransaction().begin();
        rename(sem);
        sem.unwrap(Session.class).close();
        sem.getTransaction().commit();
        assertThat(names()).containsExactly("before", "after", "before");
        assertThat(Shards.of(Library.FACTORY).figures("b").active()).isZero();
        assertThat(sem.find(Author.class, 1L).name()).isEqualTo("after");
    }

    @Test
    void aSiblingClosedWithinTheTransactionCountsAsAWriter() {
        ShardedEntityManager sem = begun("a");
        rename(sem);
        sem.setCurrentShard("b");
        rename(sem);
        sem.unwrap(Session.class).close();
        assertThatThrownBy(() -> sem.getTransaction().commit()).hasCauseInstanceOf(MultiShardWriteException.class);
        assertThat(names()).containsExactly("before", "before", "before");
        ShardedEntityManager again = begun("a");
        again.setCurrentShard("b");
        rename(again);
        again.unwrap(Session.class).close();
        faults("b").at(FaultPoint.COMMIT).once().fail("08006");
        assertThatThrownBy(() -> again.getTransaction().commit()).isInstanceOf(MixedCommitException.class);
    }

    @Test
    void aManagerClosedWithinTheTransactionCommitsAllTheSame() {
        ShardedEntityManager sem = open("a");
        var transaction = sem.getTransaction();
        transaction.begin();
        sem.setCurrentShard("b");
        rename(sem);
        sem.close();
        transaction.commit();
        assertThat(names()).containsExactly("before", "after", "before");
    }

    @Test
    void aSecondCommitIsRefusedAsEver() {
        for (String writer : List.of("a", "b")) {
            ShardedEntityManager sem = begun("a");
            sem.onShard(writer, SiblingCommitTest::renamed);
            sem.getTransaction().commit();
            assertThatThrownBy(() -> sem.getTransaction().commit()).isExactlyInstanceOf(IllegalStateException.class);
            sem.close();
        }
    }
}
