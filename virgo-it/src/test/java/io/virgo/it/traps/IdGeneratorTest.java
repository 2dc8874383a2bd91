package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import io.virgo.it.traps.fixture.Numbered;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C29: generators that fetch blocks of numbers, by a transaction of their own or not, fetch them from the session's shard and spend them there. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class IdGeneratorTest {

    private static final List<String> SHARDS = List.of("s1", "s2", "s3");

    private static SessionFactoryImplementor open(ShardDatabases databases, String ddl) {
        return Units.open(databases, Map.of("hibernate.hbm2ddl.auto", ddl), Numbered.ENTITIES);
    }

    private static List<Long> ids(ShardDatabases databases, String shard, Class<?> type) {
        return databases.probe(shard).rows("select id from " + type.getSimpleName() + " order by id").stream()
                .map(row -> ((Number) row.get(0)).longValue())
                .toList();
    }

    private static Long[] oneTo(int n) {
        return LongStream.rangeClosed(1, n).boxed().toArray(Long[]::new);
    }

    @ParameterizedTest
    @DisplayName(
            "C29: alternating shards, then siblings, with the thread's shard elsewhere: each shard counts for itself, without a gap")
    @EnumSource(DatabaseProduct.class)
    void eachShardCountsForItself(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS.toArray(String[]::new));
                SessionFactoryImplementor factory = open(databases, "create")) {
            for (Class<?> type : Numbered.ENTITIES) {
                for (int i = 0; i < 12; i++) {
                    for (String shard : SHARDS) {
                        Units.write(factory, shard, s -> {
                            try (ShardScope moved = CurrentShard.open("s2")) {
                                s.persist(Numbered.create(type));
                            }
                        });
                    }
                }
                try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                    for (String shard : SHARDS) {
                        sem.setCurrentShard(shard);
                        sem.getTransaction().begin();
                        sem.persist(Numbered.create(type));
                        sem.getTransaction().commit();
                    }
                }
                for (String shard : SHARDS) {
                    assertThat(ids(databases, shard, type))
                            .as(type.getSimpleName() + " on " + shard)
                            .containsExactly(oneTo(13));
                }
            }
        }
    }

    @ParameterizedTest
    @DisplayName("C29: 8 threads, a restart, and once more: no number twice, each in blocks of its own shard")
    @EnumSource(DatabaseProduct.class)
    void numbersAreUniqueAfterARestart(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS.toArray(String[]::new))) {
            for (String ddl : List.of("create", "none")) {
                try (SessionFactoryImplementor factory = open(databases, ddl)) {
                    persistByThreads(factory);
                }
            }
            for (Class<?> type : Numbered.ENTITIES) {
                for (String shard : SHARDS) {
                    assertThat(ids(databases, shard, type))
                            .as(type.getSimpleName() + " on " + shard)
                            .hasSize(2 * 8 * 5)
                            .doesNotHaveDuplicates()
                            .allMatch(id -> id >= 1 && id <= 2 * 8 * 5 + 2 * Numbered.BLOCK);
                }
            }
        }
    }

    private static void persistByThreads(SessionFactoryImplementor factory) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 5; i++) {
                        for (String shard : SHARDS) {
                            Units.write(factory, shard, s -> {
                                for (Class<?> type : Numbered.ENTITIES) {
                                    s.persist(Numbered.create(type));
                                }
                            });
                        }
                    }
                }));
            }
            for (Future<?> future : done) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Generators that name an optimizer of Hibernate's keep its one lock for all shards; only the default optimizer is Virgo's. */
    @ParameterizedTest
    @DisplayName("core.md 2.3: a shard that hangs while it fetches a block does not hold up inserts on another shard")
    @ValueSource(classes = {Numbered.BySequence.class, Numbered.ByTable.class})
    void hungShardDoesNotHoldUpAnother(Class<?> type) throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("s1", "s2", "s3").withFaults();
                SessionFactoryImplementor factory = open(databases, "create")) {
            FaultRule hung = databases
                    .faults("s2")
                    .at(FaultPoint.EXECUTE)
                    .matching("(?i)next value for|select .* for update")
                    .hang();
            CompletableFuture<Void> stuck =
                    CompletableFuture.runAsync(() -> Units.write(factory, "s2", s -> s.persist(Numbered.create(type))));
            try {
                hung.awaitHit();
                for (int i = 0; i < 2 * Numbered.BLOCK; i++) {
                    Units.write(factory, "s1", s -> s.persist(Numbered.create(type)));
                }
                assertThat(stuck).isNotDone();
                assertThat(ids(databases, "s1", type)).containsExactly(oneTo(2 * Numbered.BLOCK));
            } finally {
                hung.release();
            }
            stuck.join();
            assertThat(ids(databases, "s2", type)).containsExactly(1L);
        }
    }
}
