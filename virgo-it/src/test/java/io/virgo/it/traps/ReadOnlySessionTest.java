package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Read-only sessions read their own shard, and so do their siblings. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class ReadOnlySessionTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b").withFaults();

    @AutoClose
    private final SessionFactoryImplementor factory = Library.filled(databases, Map.of());

    @Test
    @DisplayName("PROBE-10: the session option readOnly() asks for a read-only connection, of the session's shard")
    void readOnlyOptionTakesAReadOnlyConnectionOfItsShard() {
        Session session;
        try (ShardScope scope = CurrentShard.open("b")) {
            session = factory.withOptions().readOnly(true).openSession();
        }
        try (session;
                ShardScope other = CurrentShard.open("a")) {
            session.beginTransaction();
            Author author = session.find(Author.class, 1L);
            assertThat(author.getName()).isEqualTo("author 1 of b");
            author.setName("changed");
            session.getTransaction().commit();
        }
        assertThat(databases.faults("a").calls(FaultPoint.SET_READ_ONLY)).isZero();
        assertThat(databases.faults("b").calls(FaultPoint.SET_READ_ONLY)).isEqualTo(2);
        assertThat(databases.probe("b").single("select name from Author where id = 1", String.class))
                .isEqualTo("author 1 of b");
    }

    @Test
    void connectionOfAReadOnlySessionIsNotReadOnlyForTheNext() {
        try (ShardScope scope = CurrentShard.open("b");
                Session session = factory.withOptions().readOnly(true).openSession()) {
            session.find(Author.class, 1L);
        }
        Units.write(factory, "b", s -> s.persist(new Author(9, "x")));
        assertThat(databases.probe("b").count("Author", "id = 9")).isEqualTo(1);
    }

    @Test
    void siblingsOfAReadOnlySessionAreReadOnly() {
        Session readOnly;
        try (ShardScope scope = CurrentShard.open("a")) {
            readOnly = factory.withOptions().readOnly(true).openSession();
        }
        try (ShardedEntityManager sem = ShardManager.extend(readOnly)) {
            sem.setCurrentShard("b");
            sem.getTransaction().begin();
            sem.find(Author.class, 1L).setName("changed");
            sem.getTransaction().commit();
        }
        assertThat(databases.faults("b").calls(FaultPoint.SET_READ_ONLY)).isEqualTo(2);
        assertThat(databases.probe("b").single("select name from Author where id = 1", String.class))
                .isEqualTo("author 1 of b");
    }

    @Test
    void entitiesOfAllSiblingsAreReadOnlyByDefaultWhenSaidSo() {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("a");
            ((Session) sem).setDefaultReadOnly(true);
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                sem.getTransaction().begin();
                sem.find(Author.class, 1L).setName("changed");
                sem.getTransaction().commit();
            }
        }
        for (String shard : databases.names()) {
            assertThat(databases.probe(shard).single("select name from Author where id = 1", String.class))
                    .isEqualTo("author 1 of " + shard);
        }
    }
}
