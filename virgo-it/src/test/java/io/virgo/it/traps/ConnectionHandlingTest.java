package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Book;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 000-35: whenever Hibernate takes and gives back its connection, it is the session's shard that it takes it from. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class ConnectionHandlingTest {

    private static SessionFactoryImplementor open(ShardDatabases databases, PhysicalConnectionHandlingMode mode) {
        return Library.filled(databases, Map.of("hibernate.connection.handling_mode", mode));
    }

    private static void under(String shard, Runnable step) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            step.run();
        }
    }

    @ParameterizedTest
    @EnumSource(PhysicalConnectionHandlingMode.class)
    @DisplayName("000-33, 000-35: the thread's shard changes between any two steps of a session")
    void sessionStaysWithItsShard(PhysicalConnectionHandlingMode mode) {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c");
                SessionFactoryImplementor factory = open(databases, mode)) {
            Session session = Units.session(factory, "b");
            under("c", session::beginTransaction);
            under(
                    "a",
                    () -> assertThat(session.find(Author.class, 1L).getName()).isEqualTo("author 1 of b"));
            under("c", () -> session.persist(new Author(9, "author 9 of b")));
            under("a", session::flush);
            under(
                    "c",
                    () -> assertThat(session.find(Author.class, 2L).getBooks())
                            .extracting(Book::getTitle)
                            .isEqualTo(Library.titles("b", 2)));
            session.persist(new Author(10, "author 10 of b"));
            under("a", () -> session.getTransaction().commit());
            under("c", session::close);
            assertThat(added(databases)).containsExactly(0L, 2L, 0L);
            assertNoConnectionIsOut(factory);
        }
    }

    @ParameterizedTest
    @EnumSource(PhysicalConnectionHandlingMode.class)
    @DisplayName("000-35: siblings inherit the mode and are right in it, with commit and rollback")
    void siblingsInheritTheMode(PhysicalConnectionHandlingMode mode) {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c");
                SessionFactoryImplementor factory = open(databases, mode)) {
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                writeOn("b", 9, sem);
                sem.getTransaction().commit();
                writeOn("c", 10, sem);
                sem.getTransaction().rollback();
                for (String shard : sem.getShards()) {
                    sem.setCurrentShard(shard);
                    assertThat(sem.unwrap(SessionImplementor.class)
                                    .getJdbcCoordinator()
                                    .getLogicalConnection()
                                    .getConnectionHandlingMode())
                            .isEqualTo(Units.read(
                                    factory,
                                    shard,
                                    s -> s.unwrap(SessionImplementor.class)
                                            .getJdbcCoordinator()
                                            .getLogicalConnection()
                                            .getConnectionHandlingMode()));
                }
            }
            assertThat(added(databases)).containsExactly(0L, 1L, 0L);
            assertNoConnectionIsOut(factory);
        }
    }

    private static void writeOn(String shard, long id, ShardedEntityManager sem) {
        under("a", sem.getTransaction()::begin);
        for (String each : List.of("c", "a", "b")) {
            sem.setCurrentShard(each);
            under("c", () -> assertThat(sem.find(Author.class, 1L).getName()).isEqualTo("author 1 of " + each));
        }
        sem.setCurrentShard(shard);
        under("a", () -> sem.persist(new Author(id, "new")));
        sem.setCurrentShard("a");
    }

    private static List<Long> added(ShardDatabases databases) {
        return databases.names().stream()
                .map(shard -> databases.probe(shard).count("Author", "id > 5"))
                .toList();
    }

    private static void assertNoConnectionIsOut(SessionFactoryImplementor factory) {
        assertThat(Shards.of(factory).figures()).allMatch(figures -> figures.active() == 0);
    }
}
