package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.ShardScope;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.it.jpa.fixture.Publisher;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.RollbackException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.transaction.spi.TransactionStatus;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One transaction over the sessions of several shards, in mode {@code single}. */
class TransactionOfAllTest extends LibraryTest {

    @Test
    @DisplayName(
            "C01, A1, A15: the shard is changed within the transaction; reads come from each, the row goes to the last")
    void theShardMayChangeWithinTheTransaction() {
        stored("a", new Author(1, "of a"));
        for (String writer : List.of("a", "b", "c")) {
            ShardedEntityManager sem = open("a");
            sem.getTransaction().begin();
            assertThat(whoami(sem)).isEqualTo("a");
            assertThat(sem.find(Author.class, 1L).name()).isEqualTo("of a");
            sem.setCurrentShard(writer);
            assertThat(whoami(sem)).isEqualTo(writer);
            sem.persist(new Author(7, "of " + writer));
            sem.setCurrentShard("a");
            assertThat(whoami(sem)).isEqualTo("a");
            sem.getTransaction().commit();
            assertThat(nameOnShard(writer, 7)).isEqualTo("of " + writer);
        }
        assertThat(counts("Author")).containsExactly(2L, 1L, 1L);
    }

    @Test
    @DisplayName("C05, A13: the key is back, cleared or another one when the commit flushes")
    @SuppressWarnings("try")
    void theKeyDoesNotMatterAtTheCommit() {
        ShardedEntityManager sem;
        EntityTransaction transaction;
        try (ShardScope scope = CurrentShard.open("b")) {
            sem = open();
            transaction = sem.getTransaction();
            transaction.begin();
            sem.persist(new Author(1, "x"));
        }
        sem.setCurrentShard("a");
        CurrentShard.run("c", transaction::commit);
        assertThat(counts("Author")).containsExactly(0L, 1L, 0L);
        sem.setCurrentShard("b");
        transaction.begin();
        sem.persist(new Author(2, "x"));
        sem.setCurrentShard(null);
        transaction.commit();
        assertThat(counts("Author")).containsExactly(0L, 2L, 0L);
    }

    /** Ways to write on a shard. */
    private static Map<String, Consumer<ShardedEntityManager>> writings() {
        Map<String, Consumer<ShardedEntityManager>> ways = new LinkedHashMap<>();
        ways.put("persist", em -> em.persist(new Publisher(2, "x")));
        ways.put("persist and flush", em -> {
            em.persist(new Publisher(2, "x"));
            em.flush();
        });
        ways.put("change", em -> em.find(Author.class, 1L).rename("changed"));
        ways.put("remove", em -> em.remove(em.find(Book.class, 1L)));
        ways.put("collection", em -> em.find(Author.class, 1L).tags().add("new"));
        ways.put(
                "HQL",
                em -> em.createQuery("update Publisher set name = 'changed'").executeUpdate());
        ways.put(
                "native SQL",
                em -> em.createNativeQuery("update Publisher set name = 'changed'")
                        .executeUpdate());
        ways.put(
                "doWork",
                em -> ((Session) em).doWork(c -> {
                    try (var statement = c.createStatement()) {
                        statement.executeUpdate("update Publisher set name = 'changed'");
                    }
                }));
        ways.put(
                "runWithConnection",
                em -> em.<java.sql.Connection>runWithConnection(c -> {
                    try (var statement = c.createStatement()) {
                        statement.executeUpdate("update Publisher set name = 'changed'");
                    }
                }));
        return ways;
    }

    private void fill() {
        for (String shard : SHARDS) {
            stored(shard, new Author(1, "before").with(new Book(1, "before")));
            stored(shard, new Publisher(1, "before"));
        }
    }

    private static List<List<?>> everything() {
        List<List<?>> rows = new ArrayList<>();
        for (String shard : SHARDS) {
            for (String table : List.of("Author", "Book", "Publisher", "Author_tags")) {
                rows.add(probe(shard).rows("select * from " + table));
            }
        }
        return rows;
    }

    @Test
    @DisplayName("two writers in any way: rolled back everywhere, and the error names both")
    void twoWritersRollBackEverywhere() {
        fill();
        List<List<?>> before = everything();
        writings()
                .forEach((first, one) -> writings().forEach((second, other) -> {
                    for (ShardedEntityManager sem : List.of(open(), open("a"), open("c"))) {
                        sem.getTransaction().begin();
                        sem.setCurrentShard("a");
                        one.accept(sem);
                        sem.setCurrentShard("b");
                        other.accept(sem);
                        assertThatThrownBy(() -> sem.getTransaction().commit())
                                .as("%s and %s", first, second)
                                .isInstanceOf(RollbackException.class)
                                .hasMessageContaining("[a, b]")
                                .cause()
                                .isInstanceOfSatisfying(
                                        MultiShardWriteException.class,
                                        e -> assertThat(e.shards()).containsExactly("a", "b"));
                        assertThat(sem.getTransaction().isActive()).isFalse();
                        sem.close();
                    }
                    assertThat(everything()).as("%s and %s", first, second).isEqualTo(before);
                }));
    }

    @Test
    void eachWayOfWritingOnOneShardIsCommitted() {
        writings().forEach((name, way) -> {
            cleanLibrary();
            fill();
            List<List<?>> before = everything();
            ShardedEntityManager sem = open("a");
            sem.getTransaction().begin();
            assertThat(whoami(sem)).isEqualTo("a");
            sem.setCurrentShard("c");
            way.accept(sem);
            sem.setCurrentShard("b");
            assertThat(sem.find(Author.class, 1L).name()).isEqualTo("before");
            sem.getTransaction().commit();
            assertThat(everything().subList(0, 8)).as(name).isEqualTo(before.subList(0, 8));
            assertThat(everything().subList(8, 12)).as(name).isNotEqualTo(before.subList(8, 12));
            sem.close();
        });
    }

    @Test
    void aShardThatWroteInAnEarlierTransactionMayBeReadInTheNext() {
        ShardedEntityManager sem = open("a");
        for (int i = 0; i < 6; i++) {
            sem.getTransaction().begin();
            String writer = SHARDS.get(i % 3);
            sem.setCurrentShard(writer);
            sem.persist(new Author(i, "x"));
            for (String reader : SHARDS) {
                sem.setCurrentShard(reader);
                assertThat(whoami(sem)).isEqualTo(reader);
            }
            sem.getTransaction().commit();
        }
        assertThat(counts("Author")).containsExactly(2L, 2L, 2L);
    }

    @Test
    void rollbackUndoesAllShards() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        for (String shard : SHARDS) {
            sem.setCurrentShard(shard);
            sem.persist(new Author(1, "x"));
            sem.flush();
        }
        sem.getTransaction().rollback();
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
        assertThat(sem.getTransaction().isActive()).isFalse();
        for (String shard : SHARDS) {
            sem.setCurrentShard(shard);
            assertThat(sem.unwrap(SessionImplementor.class).isTransactionInProgress())
                    .as(shard)
                    .isFalse();
        }
    }

    @Test
    void markedForRollbackNothingIsCommitted() {
        for (ShardedEntityManager sem : List.of(open(), open("a"))) {
            sem.getTransaction().begin();
            sem.setCurrentShard("b");
            sem.persist(new Author(1, "x"));
            sem.getTransaction().setRollbackOnly();
            assertThat(sem.getTransaction().getRollbackOnly()).isTrue();
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("rolled back on all its shards");
            assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    void theTimeLimitHoldsOnEachShard() {
        ShardedEntityManager sem = open("a");
        Transaction transaction = ((Session) sem).getTransaction();
        transaction.setTimeout(100);
        transaction.begin();
        sem.setCurrentShard("b");
        sem.find(Author.class, 1L);
        assertThat(sem.unwrap(SessionImplementor.class)
                        .getJdbcCoordinator()
                        .determineRemainingTransactionTimeOutPeriod())
                .isBetween(1, 100);
        transaction.rollback();
        transaction.setTimeout((Integer) null);
        transaction.begin();
        sem.find(Author.class, 1L);
        assertThat(sem.unwrap(SessionImplementor.class)
                        .getJdbcCoordinator()
                        .determineRemainingTransactionTimeOutPeriod())
                .isEqualTo(-1);
        transaction.rollback();
    }

    @Test
    void whatWasChangedBeforeTheTransactionBeganIsFlushedWithIt() {
        fill();
        for (boolean byFlush : List.of(true, false)) {
            ShardedEntityManager sem = open("a");
            Author author = sem.onShard("b", em -> em.find(Author.class, 1L));
            author.rename("changed " + byFlush);
            sem.getTransaction().begin();
            if (byFlush) {
                sem.flush();
            }
            sem.getTransaction().commit();
            assertThat(nameOnShard("b", 1)).isEqualTo("changed " + byFlush);
        }
    }

    @Test
    void aTransactionBegunOnThePlainManagerSpansAllToo() {
        fill();
        ShardedEntityManager sem = open("a");
        EntityTransaction plain = sem.unwrap(Session.class).getTransaction();
        sem.onShard("b", em -> em.find(Author.class, 1L)).rename("changed");
        plain.begin();
        plain.commit();
        assertThat(nameOnShard("b", 1)).isEqualTo("changed");
    }

    @Test
    void oneTransactionAtATime() {
        ShardedEntityManager sem = open("a");
        EntityTransaction transaction = sem.getTransaction();
        assertThat(sem.getTransaction()).isSameAs(transaction);
        assertThat(transaction.isActive()).isFalse();
        assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
        transaction.begin();
        assertThatThrownBy(transaction::begin).isInstanceOf(IllegalStateException.class);
        assertThat(((Transaction) transaction).getStatus()).isEqualTo(TransactionStatus.ACTIVE);
        sem.setCurrentShard("b");
        assertThat(sem.isJoinedToTransaction()).isTrue();
        transaction.commit();
    }

    @Test
    void aSiblingWithManualFlushWritesNothing() {
        fill();
        ShardedEntityManager sem = open("a");
        ((Session) sem).setHibernateFlushMode(org.hibernate.FlushMode.MANUAL);
        sem.getTransaction().begin();
        sem.onShard("b", em -> em.find(Author.class, 1L)).rename("changed");
        sem.getTransaction().commit();
        assertThat(nameOnShard("b", 1)).isEqualTo("before");
        sem.setFlushMode(FlushModeType.AUTO);
        sem.getTransaction().begin();
        sem.getTransaction().commit();
        assertThat(nameOnShard("b", 1)).isEqualTo("changed");
    }

    @Test
    void aVetoOfASynchronizationHoldsForAllShards() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.onShard("b", em -> {
            em.persist(new Author(1, "x"));
            return null;
        });
        ((Session) sem).getTransaction().runBeforeCompletion(() -> {
            throw new IllegalStateException("vetoed");
        });
        assertThatThrownBy(() -> sem.getTransaction().commit()).hasStackTraceContaining("vetoed");
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
    }

    @Test
    void inTransactionSpansAllShards() {
        Session session = (Session) open("a");
        ShardedEntityManager sem = (ShardedEntityManager) session;
        session.inTransaction(t -> sem.onShard("b", em -> {
            em.persist(new Author(1, "x"));
            return null;
        }));
        assertThatThrownBy(() -> session.fromTransaction(t -> {
                    sem.onShard("c", em -> {
                        em.persist(new Author(1, "x"));
                        return null;
                    });
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(counts("Author")).containsExactly(0L, 1L, 0L);
    }
}
