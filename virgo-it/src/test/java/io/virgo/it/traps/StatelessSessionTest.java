package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.core.WrongShardException;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Book;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionException;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stateless sessions belong to one shard as sessions do (PROBE-26: they carry no listeners of their own). */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class StatelessSessionTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Library.filled(databases, Map.of());

    @Test
    void staysWithTheShardItWasOpenedFor() {
        StatelessSession session;
        try (ShardScope scope = CurrentShard.open("b")) {
            session = factory.openStatelessSession();
        }
        try (session;
                ShardScope other = CurrentShard.open("a")) {
            session.beginTransaction();
            session.insert(new Author(9, "author 9 of b"));
            assertThat(session.get(Author.class, 1L).getName()).isEqualTo("author 1 of b");
            assertThat(session.createSelectionQuery("select name from Author where id = 2", String.class)
                            .getSingleResult())
                    .isEqualTo("author 2 of b");
            session.getTransaction().commit();
        }
        assertThat(databases.probe("b").count("Author", "id = 9")).isEqualTo(1);
        assertThat(databases.probe("a").count("Author", "id = 9")).isZero();
    }

    @Test
    void withoutAShardIsRefusedAtItsFirstStatement() {
        try (StatelessSession session = factory.openStatelessSession()) {
            assertThatThrownBy(() -> session.get(Author.class, 1L))
                    .satisfies(e -> assertThat(root(e))
                            .isInstanceOf(NoCurrentShardException.class)
                            .hasMessageContaining("[a, b]"));
        }
    }

    @Test
    void isOpenedFromAShardedEntityManagerOnItsCurrentShard() {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("b");
            try (StatelessSession session =
                    ((Session) sem).statelessWithOptions().openStatelessSession()) {
                sem.setCurrentShard("a");
                assertThat(session.get(Author.class, 1L).getName()).isEqualTo("author 1 of b");
            }
        }
    }

    /** Hibernate 7.2.19 refuses every stateless session on a session's connection, unless it names another shard, which is a fault there. */
    @Test
    void onTheConnectionOfASessionItIsRefusedOrTakesPartInTheTransaction() {
        try (Session parent = Units.session(factory, "b")) {
            parent.beginTransaction();
            try (StatelessSession session =
                    parent.statelessWithOptions().connection().openStatelessSession()) {
                session.insert(new Author(9, "author 9 of b"));
            } catch (SessionException e) {
                assertThat(e).hasMessageContaining("tenant identifier");
            }
            parent.getTransaction().rollback();
        }
        assertThat(databases.probe("a").count("Author", "id = 9")).isZero();
        assertThat(databases.probe("b").count("Author", "id = 9")).isZero();
    }

    @Test
    @DisplayName("an association to an entity of another shard is refused before the row is written")
    void refusesAssociationsToOtherShards() {
        Author ofA = Units.read(factory, "a", s -> s.find(Author.class, 1L));
        try (ShardScope scope = CurrentShard.open("b");
                StatelessSession session = factory.openStatelessSession()) {
            assertThatThrownBy(() -> session.insert(new Book(99, "mislinked", ofA)))
                    .satisfies(e -> assertThat(root(e))
                            .isInstanceOf(WrongShardException.class)
                            .hasMessageContaining("Book.author")
                            .hasMessageContaining("'a'")
                            .hasMessageContaining("'b'"));
        }
        assertThat(databases.probe("b").count("Book", "id = 99")).isZero();
    }

    @Test
    @DisplayName("an entity of another shard is refused by update, delete, upsert and refresh")
    void refusesEntitiesOfOtherShards() {
        Author ofA = Units.read(factory, "a", s -> s.find(Author.class, 1L));
        ofA.setName("changed");
        try (ShardScope scope = CurrentShard.open("b");
                StatelessSession session = factory.openStatelessSession()) {
            session.beginTransaction();
            assertThatThrownBy(() -> session.update(ofA)).satisfies(StatelessSessionTest::wrongShard);
            assertThatThrownBy(() -> session.upsert(ofA)).satisfies(StatelessSessionTest::wrongShard);
            assertThatThrownBy(() -> session.delete(ofA)).satisfies(StatelessSessionTest::wrongShard);
            session.getTransaction().rollback();
        }
        assertThat(databases.probe("b").single("select name from Author where id = 1", String.class))
                .isEqualTo("author 1 of b");
    }

    private static void wrongShard(Throwable failure) {
        assertThat(root(failure)).isInstanceOf(WrongShardException.class);
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }
}
