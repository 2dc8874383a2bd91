package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.WrongShardException;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Enhanced;
import io.virgo.it.traps.fixture.Painter;
import io.virgo.it.traps.fixture.Painting;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Entities enhanced for lazy attributes: there is no proxy between them and their session. */
@ExtendWith(VirgoCheck.class)
class EnhancedEntityTest {

    private final Enhanced classes = new Enhanced(Painting.class, Painter.class);

    private final Class<?> painting = classes.of(Painting.class);

    private final Class<?> painter = classes.of(Painter.class);

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s1", "s2");

    @AutoClose
    private final SessionFactoryImplementor factory = classes.asContext(() ->
            Units.open(databases, Map.of("hibernate.classLoader.tccl_lookup_precedence", "before"), painting, painter));

    @BeforeEach
    void fill() {
        for (String shard : List.of("s1", "s2")) {
            databases.probe(shard).update("insert into Painter (id, name) values (1, ?)", "painter of " + shard);
            databases
                    .probe(shard)
                    .update("insert into Painting (id, description, painter_id) values (1, ?, 1)", "text of " + shard);
        }
    }

    @Test
    @DisplayName("C18: a lazy attribute and a lazy reference come from the entity's shard, whatever the current one is")
    void lazyAttributesComeFromTheirOwnShard() throws Exception {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("s1");
            Object loaded = sem.find(painting, 1L);
            assertThat(Hibernate.isPropertyInitialized(loaded, "description")).isFalse();
            sem.setCurrentShard("s2");
            assertThat((Object) sem.find(painting, 1L)).isNotSameAs(loaded);
            assertThat(((Callable<?>) loaded).call()).isEqualTo("text of s1");
            assertThat(loaded).hasToString("painter of s1");
            assertThat(((Callable<?>) sem.find(painting, 1L)).call()).isEqualTo("text of s2");
        }
    }

    @Test
    @DisplayName("C18: a reference that is an enhanced instance instead of a proxy loads from its shard")
    void anEnhancedReferenceLoadsFromItsOwnShard() {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("s1");
            Object reference = sem.getReference(painter, 1L);
            assertThat(Hibernate.isInitialized(reference)).isFalse();
            sem.setCurrentShard("s2");
            assertThat(ShardManager.shardOf(reference)).contains("s1");
            assertThat(reference).hasToString("painter of s1");
        }
    }

    @Test
    @DisplayName(
            "C20, C21: an enhanced instance of another shard is refused, loaded or not, and is not loaded for that")
    void enhancedInstancesOfOtherShardsAreRefused() {
        for (boolean loaded : List.of(true, false)) {
            Object foreigner =
                    Units.read(factory, "s1", s -> loaded ? s.find(painter, 1L) : (Object) s.getReference(painter, 1L));
            Object referring = Units.read(factory, "s1", s -> s.find(painting, 1L));
            try (Session onS2 = Units.session(factory, "s2")) {
                onS2.beginTransaction();
                assertThatThrownBy(() -> onS2.merge(foreigner)).isInstanceOf(WrongShardException.class);
                assertThatThrownBy(() -> onS2.merge(referring)).isInstanceOf(WrongShardException.class);
                @SuppressWarnings("unchecked")
                Consumer<Object> own = (Consumer<Object>) onS2.find(painting, 1L);
                own.accept(foreigner);
                assertThatThrownBy(onS2::flush)
                        .isInstanceOf(WrongShardException.class)
                        .hasMessageContaining("painter");
                onS2.getTransaction().rollback();
            }
            assertThat(Hibernate.isInitialized(foreigner)).isEqualTo(loaded);
        }
    }

    @Test
    @DisplayName("a flush leaves lazy attributes alone")
    void aFlushLoadsNothing() {
        Units.fresh(factory);
        Units.write(factory, "s1", s -> {
            Object loaded = s.find(painting, 1L);
            s.flush();
            assertThat(Hibernate.isPropertyInitialized(loaded, "description")).isFalse();
            assertThat(factory.getStatistics().getPrepareStatementCount()).isEqualTo(1);
        });
    }
}
