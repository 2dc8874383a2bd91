package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.WrongShardException;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.jpa.fixture.Keyed;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An identifier that holds an entity of shard a is refused on shard b, where a row with the same id exists. */
@ExtendWith(VirgoCheck.class)
class ForeignIdentifierTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.open(
            databases,
            Map.of(),
            Keyed.Root.class,
            Keyed.ByClass.class,
            Keyed.Virtual.class,
            Keyed.ByEmbedded.class,
            Keyed.Derived.class,
            Keyed.OneToOneId.class);

    @BeforeEach
    void rootsOnBothShards() {
        for (String shard : List.of("a", "b")) {
            Units.write(factory, shard, s -> s.persist(new Keyed.Root(1)));
        }
    }

    /** By the name of the property that holds the reference. */
    private static Map<String, Function<Keyed.Root, Object>> kinds() {
        Map<String, Function<Keyed.Root, Object>> kinds = new LinkedHashMap<>();
        kinds.put("ByClass.root", root -> new Keyed.ByClass(root, 1));
        kinds.put("Virtual.root", root -> new Keyed.Virtual(root, 1));
        kinds.put("ByEmbedded.key.root", root -> new Keyed.ByEmbedded(root, 1));
        kinds.put("Derived.root", Keyed.Derived::new);
        kinds.put("OneToOneId.root", Keyed.OneToOneId::new);
        return kinds;
    }

    /** The identifier is a number here, and the associations of what is removed do not matter. */
    private static boolean isProperty(String property) {
        return property.startsWith("Derived");
    }

    private List<Keyed.Root> foreigners() {
        return List.of(
                Units.read(factory, "a", s -> s.find(Keyed.Root.class, 1L)),
                Units.read(factory, "a", s -> s.getReference(Keyed.Root.class, 1L)));
    }

    private static void refused(String property, String call, ThrowingCallable action) {
        Throwable failure = catchThrowable(action);
        assertThat(failure).as(call + " with " + property).isNotNull();
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(root)
                .as(call + " with " + property)
                .isInstanceOf(WrongShardException.class)
                .hasMessageContaining(property.substring(property.indexOf('.')))
                .hasMessageContaining("'a'")
                .hasMessageContaining("'b'");
    }

    @Test
    @DisplayName(
            "C20: the entity in an identifier belongs to another shard; persist, merge, remove and flush refuse it")
    void anEntityInAnIdentifierIsRefused() {
        kinds().forEach((property, kind) -> foreigners().forEach(foreigner -> {
            boolean loaded = Hibernate.isInitialized(foreigner);
            long before = factory.getStatistics().getPrepareStatementCount();
            for (Map.Entry<String, BiConsumer<Session, Object>> call :
                    calls(property).entrySet()) {
                Session session = Units.session(factory, "b");
                try (session) {
                    session.beginTransaction();
                    Object entity = kind.apply(foreigner);
                    refused(property, call.getKey(), () -> call.getValue().accept(session, entity));
                    session.getTransaction().rollback();
                }
            }
            assertThat(Hibernate.isInitialized(foreigner)).isEqualTo(loaded);
            assertThat(factory.getStatistics().getPrepareStatementCount()).isEqualTo(before);
        }));
        nothingWasWritten();
    }

    private static Map<String, BiConsumer<Session, Object>> calls(String property) {
        Map<String, BiConsumer<Session, Object>> calls = new LinkedHashMap<>();
        calls.put("persist", Session::persist);
        calls.put("merge", Session::merge);
        if (!isProperty(property)) {
            calls.put("remove", Session::remove);
        }
        return calls;
    }

    private void nothingWasWritten() {
        for (String table : List.of("ByClass", "Virtual", "ByEmbedded", "Derived", "OneToOneId")) {
            assertThat(databases.probe("b").count(table)).as(table).isZero();
        }
    }

    @Test
    @SuppressWarnings("try")
    void aStatelessSessionRefusesItToo() {
        kinds().forEach((property, kind) -> foreigners().forEach(foreigner -> {
            try (ShardScope scope = CurrentShard.open("b");
                    StatelessSession session = factory.openStatelessSession()) {
                session.beginTransaction();
                refused(property, "insert", () -> session.insert(kind.apply(foreigner)));
                refused(property, "upsert", () -> session.upsert(kind.apply(foreigner)));
                if (!isProperty(property)) {
                    refused(property, "delete", () -> session.delete(kind.apply(foreigner)));
                }
                session.getTransaction().rollback();
            }
        }));
        nothingWasWritten();
    }

    @Test
    @DisplayName("what is of the shard itself is accepted, and its lazy parts are not loaded")
    void ownIdentifiersAreAccepted() {
        kinds().forEach((property, kind) -> {
            Keyed.Root reference = Units.read(factory, "b", s -> s.getReference(Keyed.Root.class, 1L));
            boolean derived = isProperty(property);
            Units.write(factory, "b", s -> {
                Keyed.Root root = derived ? s.find(Keyed.Root.class, 1L) : s.getReference(Keyed.Root.class, 1L);
                s.persist(kind.apply(root));
            });
            String table = property.substring(0, property.indexOf('.'));
            assertThat(databases.probe("b").count(table)).as(table).isEqualTo(1);
            Units.write(factory, "b", s -> s.merge(kind.apply(reference)));
            assertThat(databases.probe("b").count(table)).as(table).isEqualTo(1);
        });
    }
}
