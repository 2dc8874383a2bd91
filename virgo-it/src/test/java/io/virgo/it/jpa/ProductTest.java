package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Book;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.RollbackException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the other tests of this package show on H2, on every product, where drivers and transactions differ. */
@ExtendWith(VirgoCheck.class)
class ProductTest {

    // Statements are prepared on the server and kept, where the driver can do that.
    private static final Map<DatabaseProduct, String> KEPT_STATEMENTS = Map.of(
            DatabaseProduct.POSTGRESQL, "prepareThreshold=1&preparedStatementCacheQueries=100",
            DatabaseProduct.MARIADB, "useServerPrepStmts=true&cachePrepStmts=true");

    private interface Check {
        void run(ShardDatabases databases, SessionFactoryImplementor factory, ShardedEntityManager sem);
    }

    private static void on(DatabaseProduct product, Check check) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "c")) {
            Map<String, Object> settings = databases.settings();
            settings.replaceAll((key, value) -> key.endsWith("url") ? withParameters(product, value) : value);
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "3");
            try (SessionFactoryImplementor factory = Library.filled(databases, settings)) {
                try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                    check.run(databases, factory, sem);
                }
                assertThat(Shards.of(factory).figures()).allMatch(figures -> figures.active() == 0);
            }
        }
    }

    private static Object withParameters(DatabaseProduct product, Object url) {
        String more = KEPT_STATEMENTS.get(product);
        return more == null ? url : url + (url.toString().contains("?") ? "&" : "?") + more;
    }

    private static String name(ShardDatabases databases, String shard, long id) {
        return databases.probe(shard).single("select name from Author where id = ?", String.class, id);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "C01, C05, C19, A1, B4, B6, B7: one transaction, equal ids, the shard changed and cleared between calls")
    void aTransactionReadsAllShardsAndWritesOne(DatabaseProduct product) {
        on(product, (databases, factory, sem) -> {
            for (int round = 0; round < 6; round++) {
                String changed = "changed " + round;
                sem.getTransaction().begin();
                for (String shard : List.of("b", "a", "c", "b")) {
                    sem.setCurrentShard(shard);
                    assertThat(sem.find(Author.class, 1L).getName())
                            .endsWith(shard.equals("b") && round > 0 ? "changed " + (round - 1) : "of " + shard);
                }
                sem.unwrap(Session.class).find(Author.class, 1L).setName(changed);
                sem.setCurrentShard("a");
                assertThat(sem.createQuery("select name from Author where id = 1", String.class)
                                .getSingleResult())
                        .isEqualTo("author 1 of a");
                sem.setCurrentShard(null);
                CurrentShard.run("c", () -> sem.getTransaction().commit());
                assertThat(name(databases, "b", 1)).isEqualTo(changed);
            }
            assertThat(name(databases, "a", 1)).isEqualTo("author 1 of a");
            assertThat(name(databases, "c", 1)).isEqualTo("author 1 of c");
        });
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C18, B3: lazy parts come from their own shard")
    void lazyPartsComeFromTheirOwnShard(DatabaseProduct product) {
        on(product, (databases, factory, sem) -> {
            Author ofA = sem.onShard("a", em -> em.find(Author.class, 2L));
            Author ofB = sem.onShard("b", em -> em.find(Author.class, 2L));
            sem.setCurrentShard("c");
            CurrentShard.run(
                    "c",
                    () -> assertThat(ofA.getBooks()).extracting(Book::getTitle).isEqualTo(Library.titles("a", 2)));
            assertThat(CompletableFuture.supplyAsync(() -> ofB.getBooks().size())
                            .join())
                    .isEqualTo(2);
            assertThat(ofB.getBooks()).extracting(Book::getTitle).isEqualTo(Library.titles("b", 2));
        });
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C16, C17, A9, A11: a stream with a cursor is read to its end on its shard, on another thread as well")
    void aStreamStays(DatabaseProduct product) {
        on(product, (databases, factory, sem) -> {
            sem.getTransaction().begin();
            sem.setCurrentShard("a");
            List<String> read = new ArrayList<>();
            try (Stream<Author> stream = authors(sem)) {
                Iterator<Author> authors = stream.iterator();
                sem.setCurrentShard("b");
                while (authors.hasNext()) {
                    Author author = authors.next();
                    read.add(author.getName());
                    assertThat(sem.find(Author.class, 1L).getName()).isEqualTo("author 1 of b");
                    if (read.size() == 3) {
                        CompletableFuture.runAsync(() -> CurrentShard.run(
                                        "c", () -> read.add(authors.next().getName())))
                                .join();
                    }
                }
            }
            assertThat(read).hasSize(5).allMatch(name -> name.endsWith("of a"));
            sem.getTransaction().commit();
        });
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C17: a stream that is abandoned or closed early holds no connection when its manager is closed")
    void anUnfinishedStreamLeavesNothing(DatabaseProduct product) {
        for (boolean closed : List.of(true, false)) {
            on(product, (databases, factory, sem) -> {
                sem.getTransaction().begin();
                sem.setCurrentShard("a");
                Stream<Author> stream = authors(sem);
                assertThat(stream.iterator().next().getName()).endsWith("of a");
                sem.setCurrentShard("b");
                assertThat(sem.find(Author.class, 1L)).isNotNull();
                if (closed) {
                    stream.close();
                }
                sem.getTransaction().rollback();
            });
        }
    }

    private static Stream<Author> authors(ShardedEntityManager sem) {
        return sem.createQuery("from Author order by id", Author.class)
                .setHint("org.hibernate.fetchSize", 1)
                .getResultStream();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C55, A13: a failed statement that was swallowed rolls all back; the error is the database's own")
    void aSwallowedFailureRollsAllBack(DatabaseProduct product) {
        on(product, (databases, factory, sem) -> {
            databases.probe("b").execute("alter table Author add constraint one_name unique (name)");
            sem.getTransaction().begin();
            sem.setCurrentShard("a");
            sem.persist(new Author(9, "new"));
            sem.flush();
            sem.setCurrentShard("b");
            sem.persist(new Author(9, "author 1 of b"));
            CurrentShard.run(
                    "c", () -> assertThatThrownBy(sem::flush).hasRootCauseInstanceOf(java.sql.SQLException.class));
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("rolled back on all");
            for (String shard : databases.names()) {
                assertThat(databases.probe(shard).count("Author")).isEqualTo(5);
                assertThat(Units.<Integer>read(
                                factory,
                                shard,
                                session -> session.createQuery("from Author", Author.class)
                                        .getResultList()
                                        .size()))
                        .isEqualTo(5);
            }
        });
    }
}
