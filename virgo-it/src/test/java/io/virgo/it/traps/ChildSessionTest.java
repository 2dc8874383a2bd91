package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.sql.Connection;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions that come from another session, or that were put together by hand, keep their shard whatever the thread's is. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class ChildSessionTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Library.filled(databases, Map.of());

    private static String name(Session session) {
        return session.find(Author.class, 1L).getName();
    }

    @Test
    void childWithAConnectionOfItsOwnStaysOnItsParentsShard() {
        try (Session parent = Units.session(factory, "b");
                ShardScope other = CurrentShard.open("a");
                Session child = parent.sessionWithOptions().openSession()) {
            assertThat(child.getTenantIdentifier()).isEqualTo("b");
            assertThat(name(child)).isEqualTo("author 1 of b");
        }
    }

    @Test
    void childOnItsParentsConnectionTakesPartInItsTransaction() {
        try (Session parent = Units.session(factory, "b");
                ShardScope other = CurrentShard.open("a")) {
            parent.beginTransaction();
            try (Session child = parent.sessionWithOptions().connection().openSession()) {
                assertThat(name(child)).isEqualTo("author 1 of b");
                child.persist(new Author(9, "author 9 of b"));
                child.flush();
            }
            parent.getTransaction().rollback();
        }
        assertThat(databases.probe("a").count("Author", "id = 9")).isZero();
        assertThat(databases.probe("b").count("Author", "id = 9")).isZero();
    }

    @Test
    @DisplayName("Hibernate refuses another shard on the parent's connection")
    void childOfAnotherShardOnItsParentsConnectionIsRefused() {
        try (Session parent = Units.session(factory, "b")) {
            assertThatThrownBy(() -> parent.sessionWithOptions()
                            .connection()
                            .tenantIdentifier((Object) "a")
                            .openSession())
                    .isInstanceOf(SessionException.class)
                    .hasMessageContaining("tenant identifier");
        }
    }

    @Test
    void sessionWithoutListenersKeepsItsShard() {
        Session session;
        try (ShardScope scope = CurrentShard.open("b")) {
            session = factory.withOptions().clearEventListeners().openSession();
        }
        try (session;
                ShardScope other = CurrentShard.open("a")) {
            assertThat(name(session)).isEqualTo("author 1 of b");
        }
    }

    @Test
    void serialisedSessionKeepsItsShard() throws Exception {
        Session session = Units.session(factory, "b");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(session);
        }
        session.close();
        try (ShardScope other = CurrentShard.open("a");
                ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
                Session copy = (Session) in.readObject()) {
            assertThat(copy.getTenantIdentifier()).isEqualTo("b");
            assertThat(name(copy)).isEqualTo("author 1 of b");
        }
    }

    /**
     * A connection that the application itself brings is used as it is: Hibernate never asks the provider. The session then calls itself by one shard and
     * reads another; nobody can see that from outside, so an application must not do it.
     */
    @Test
    @DisplayName("documented: a connection that the application hands to a session is not checked")
    void foreignConnectionIsTheApplicationsOwnAffair() throws Exception {
        try (Connection ofB = databases.dataSource("b").getConnection();
                ShardScope scope = CurrentShard.open("a");
                Session session = factory.withOptions().connection(ofB).openSession()) {
            assertThat(session.getTenantIdentifier()).isEqualTo("a");
            assertThat(name(session)).isEqualTo("author 1 of b");
        }
    }
}
