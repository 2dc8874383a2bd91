package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Entities.Contended;
import io.virgo.it.ids.fixture.Entities.ContendedInterleaved;
import io.virgo.it.kit.ShardDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of eight threads each draw ids; one is killed in the middle and started again. */
@Timeout(1200)
class TwoNodesTest {

    private static final List<String> SHARDS = List.of("main", "eu", "us");

    @TempDir
    Path folder;

    /** Draws from the generator of one entity, in turn on each shard. */
    private abstract static class Generated implements IdSource {

        private final Class<?> type;
        private final AtomicInteger turn = new AtomicInteger();
        private SessionFactoryImplementor factory;
        private final ThreadLocal<List<SharedSessionContractImplementor>> sessions =
                ThreadLocal.withInitial(() -> SHARDS.stream().map(this::open).toList());

        Generated(Class<?> type) {
            this.type = type;
        }

        private SharedSessionContractImplementor open(String shard) {
            try {
                return CurrentShard.call(
                        shard, () -> factory.openSession().unwrap(SharedSessionContractImplementor.class));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void open(Map<String, String> settings) {
            factory = new HibernatePersistenceConfiguration("node")
                    .managedClass(type)
                    .properties(settings)
                    .property("hibernate.hbm2ddl.auto", "update")
                    .createEntityManagerFactory()
                    .unwrap(SessionFactoryImplementor.class);
        }

        @Override
        public Object next() {
            int shard = Math.floorMod(turn.getAndIncrement(), SHARDS.size());
            return Draw.id(sessions.get().get(shard), type);
        }

        @Override
        public void close() {
            factory.close();
        }
    }

    /** Draws from a global sequence. */
    public static final class Global extends Generated {
        public Global() {
            super(Contended.class);
        }
    }

    /** Draws interleaved ids. */
    public static final class Interleaved extends Generated {
        public Interleaved() {
            super(ContendedInterleaved.class);
        }
    }

    private List<String> draw(Class<? extends IdSource> source) throws Exception {
        try (ShardDatabases databases = ShardDatabases.postgres(SHARDS.toArray(String[]::new))) {
            return KilledNode.distinctIds(folder, source, databases.settings());
        }
    }

    @Test
    void globalSequenceGivesNoIdTwice() throws Exception {
        assertThat(draw(Global.class)).allMatch(id -> Long.parseLong(id) > 0);
    }

    @Test
    void interleavedShardsGiveNoIdTwice() throws Exception {
        assertThat(draw(Interleaved.class).stream()
                        .map(id -> Long.parseLong(id) % 64)
                        .distinct())
                .hasSize(SHARDS.size());
    }
}
