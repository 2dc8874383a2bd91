package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.Shards;
import io.virgo.core.id.ShardBearingGenerator;
import io.virgo.core.id.ShardId;
import io.virgo.core.id.ShardedId;
import io.virgo.core.routing.RoutingTables;
import io.virgo.core.routing.ShardDirectory;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.Sharded;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is known by an id that does not hold the shard key: the id may bear its shard, a directory or every shard may be asked. */
@ExtendWith(VirgoCheck.class)
public class IdAloneTest {

    @Entity(name = "Root")
    @Sharded(router = "keys")
    static class Root {
        @Id
        long id;

        protected Root() {}

        Root(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Part")
    @Sharded(parent = "root")
    static class Part {
        @Id
        long id;

        @ManyToOne
        @Nullable
        Root root;

        protected Part() {}

        Part(long id, Root root) {
            this.id = id;
            this.root = root;
        }
    }

    @Entity(name = "Listed")
    @Sharded(parent = "root", directory = "listed")
    static class Listed {
        @Id
        long id;

        @ManyToOne
        @Nullable
        Root root;

        protected Listed() {}

        Listed(long id, Root root) {
            this.id = id;
            this.root = root;
        }
    }

    @Entity(name = "Bearing")
    @Sharded
    static class Bearing {
        @Id
        @Prefixed
        @Nullable
        String id;
    }

    @Entity(name = "Affair")
    @Sharded
    static class Affair {
        @EmbeddedId
        @ShardId
        @Nullable
        ShardedId id;
    }

    @Entity(name = "CaseNote")
    @Sharded(parent = "about")
    static class CaseNote {
        @EmbeddedId
        @Nullable
        CaseNoteId id;

        @MapsId("about")
        @ManyToOne
        @JoinColumn(name = "about_shard", referencedColumnName = "shard")
        @JoinColumn(name = "about_id", referencedColumnName = "local_id")
        @Nullable
        Affair about;
    }

    @Embeddable
    record CaseNoteId(ShardedId about, int nr) implements Serializable {}

    @IdGeneratorType(Prefix.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Prefixed {}

    public static class Prefix implements BeforeExecutionGenerator, ShardBearingGenerator {

        private static final long serialVersionUID = 1L;

        private final AtomicLong next = new AtomicLong();

        @Override
        public Object generate(
                SharedSessionContractImplementor session,
                Object owner,
                @Nullable Object currentValue,
                EventType eventType) {
            return session.getTenantIdentifierValue() + "-" + next.incrementAndGet();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }

        @Override
        public @Nullable String shardOf(Object id) {
            String text = id.toString();
            return text.contains("-") ? text.substring(0, text.indexOf('-')) : null;
        }
    }

    @Test
    void anIdThatBearsItsShard() {
        try (Ruled ruled = Ruled.open(Bearing.class)) {
            Bearing bearing = new Bearing();
            assertThatThrownBy(() -> ruled.store(bearing))
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("its id is not set, or bears no shard; call setCurrentShard(shard) first");
            ruled.inTransaction(em -> {
                em.setCurrentShard("c");
                em.persist(bearing);
            });
            ShardedEntityManager em = ruled.manager();
            assertThat(em.resolveShard(bearing)).isEqualTo("c");
            assertThat(em.find(Bearing.class, bearing.id)).isNotNull();
            assertThat(em.find(Bearing.class, "b-9")).isNull();
            assertThatThrownBy(() -> em.find(Bearing.class, "byHand")).isInstanceOf(ShardNotResolvedException.class);
        }
    }

    @Test
    void anIdThatHoldsAParentsIdThatBearsItsShard() {
        try (Ruled ruled = Ruled.open(Affair.class, CaseNote.class)) {
            Affair first = new Affair();
            ruled.inTransaction(em -> {
                em.setCurrentShard("c");
                em.persist(first);
            });
            CaseNote note = new CaseNote();
            note.about = first;
            note.id = new CaseNoteId(Objects.requireNonNull(first.id), 1);
            ruled.store(note);
            assertThat(ruled.counts("CaseNote")).containsExactly(0L, 0L, 1L);
            assertThat(ruled.manager().find(Affair.class, first.id)).isNotNull();
            assertThat(ruled.manager().resolveShard(CaseNote.class, note.id)).isEqualTo("c");
            assertThat(ruled.manager().find(CaseNote.class, note.id)).isNotNull();
        }
    }

    @Test
    void aDirectoryOfIds() {
        Map<String, String> settings =
                Map.of("virgo.router.listed.type", "directory", "virgo.router.listed.table", "a");
        try (Ruled ruled = Ruled.open(settings, Root.class, Listed.class)) {
            ruled.databases.probe("a").execute(RoutingTables.DIRECTORY);
            Root root = new Root(4);
            ruled.store(root, new Listed(9, root));
            assertThatThrownBy(() -> ruled.manager().find(Listed.class, 9L))
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("directory 'listed'");
            ((ShardDirectory) Shards.of(ruled.factory).routers().get("listed")).put(9L, "b");
            assertThat(ruled.manager().find(Listed.class, 9L)).isNotNull();
            assertThat(ruled.manager().resolveShard(Listed.class, 9L)).isEqualTo("b");
        }
    }

    @Test
    void everyShardIsAskedOnlyWhenSwitchedOn() {
        try (Ruled ruled = Ruled.open(Root.class, Part.class)) {
            assertThatThrownBy(() -> ruled.manager().find(Part.class, 9L))
                    .isInstanceOf(ShardNotResolvedException.class);
        }
        try (Ruled ruled = Ruled.open(Map.of("virgo.find_on_every_shard", "true"), Root.class, Part.class)) {
            Root root = new Root(4);
            ruled.store(root, new Part(9, root));
            assertThat(ruled.manager().find(Part.class, 9L)).isNotNull();
            assertThat(ruled.manager().getReference(Part.class, 9L)).isNotNull();
            assertThat(ruled.manager().resolveShard(Part.class, 9L)).isEqualTo("b");
            assertThat(ruled.manager().find(Part.class, 10L)).isNull();
            assertThatThrownBy(() -> ruled.manager().resolveShard(Part.class, 10L))
                    .isInstanceOf(ShardNotResolvedException.class);
            assertThatThrownBy(() -> ruled.manager().getReference(Part.class, 10L))
                    .isInstanceOf(ShardNotResolvedException.class);
            ruled.inTransaction(em -> {
                em.persist(new Part(11, root));
                assertThat(em.find(Part.class, 11L)).isNotNull();
                assertThat(em.resolveShard(Part.class, 11L)).isEqualTo("b");
            });
            ruled.databases.probe("c").execute("insert into Root (id) values (5)");
            ruled.databases.probe("c").execute("insert into Part (id, root_id) values (9, 5)");
            assertThatThrownBy(() -> ruled.manager().find(Part.class, 9L))
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("it is on the shards [b, c]");
        }
    }

    @Test
    void theSettingIsChecked() {
        assertThat(Ruled.problems(Map.of("virgo.find_on_every_shard", "perhaps"), Root.class))
                .isEqualTo(List.of("virgo.find_on_every_shard: 'perhaps' is unknown; legal are true and false"));
    }
}
