package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Entities;
import io.virgo.it.ids.fixture.Entities.BigId;
import io.virgo.it.ids.fixture.Entities.IntegerId;
import io.virgo.it.ids.fixture.Entities.Invoice;
import io.virgo.it.ids.fixture.Entities.Receipt;
import io.virgo.it.ids.fixture.Entities.ShortId;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.PersistenceException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of one table on one shard, for rows on all. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class GlobalSequenceTest {

    private static final String[] SHARDS = {"main", "eu", "us"};

    private static SessionFactoryImplementor open(ShardDatabases databases, Class<?>... entities) {
        return open(databases, Map.of(), entities);
    }

    private static SessionFactoryImplementor open(
            ShardDatabases databases, Map<String, ?> settings, Class<?>... entities) {
        return Units.open(databases, settings, entities);
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void idsAreUniqueOverAllShardsAndRestarts(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS)) {
            List<Long> ids = Collections.synchronizedList(new ArrayList<>());
            for (String ddl : List.of("create", "none")) {
                try (SessionFactoryImplementor factory =
                        open(databases, Map.of("hibernate.hbm2ddl.auto", ddl), Invoice.class)) {
                    onThreads(8, () -> {
                        for (String shard : SHARDS) {
                            Units.write(factory, shard, s -> {
                                for (int i = 0; i < 7; i++) {
                                    Invoice invoice = new Invoice();
                                    s.persist(invoice);
                                    ids.add(invoice.id);
                                }
                            });
                        }
                    });
                }
            }
            assertThat(ids).hasSize(2 * 8 * 3 * 7).doesNotHaveDuplicates().allMatch(id -> id > 0);
            for (String shard : SHARDS) {
                assertThat(databases.probe(shard).count("Invoice")).isEqualTo(2 * 8 * 7);
            }
            assertThat(databases.probe("main").rows("select name from virgo_ids"))
                    .containsExactly(List.of("Invoice"));
        }
    }

    static void onThreads(int count, Runnable work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                done.add(threads.submit(work));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @DisplayName("C2: another node takes a block between a node's look at the table and its claim")
    @EnumSource(DatabaseProduct.class)
    void aBlockIsTakenByCompareAndSet(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS).withFaults();
                SessionFactoryImplementor slow = open(databases, Invoice.class);
                SessionFactoryImplementor fast =
                        open(databases, Map.of("hibernate.hbm2ddl.auto", "none"), Invoice.class)) {
            databases.probe("main").update("insert into virgo_ids (name, next_value) values ('Invoice', 1)");
            FaultRule between = databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_ids")
                    .once()
                    .hang();
            CompletableFuture<List<Long>> claimed =
                    CompletableFuture.supplyAsync(() -> Draw.ids(slow, "eu", Invoice.class, Entities.BLOCK));
            between.awaitHit();
            List<Long> ids = new ArrayList<>(Draw.ids(fast, "eu", Invoice.class, 3 * Entities.BLOCK));
            between.release();
            ids.addAll(claimed.get());
            ids.addAll(Draw.ids(fast, "eu", Invoice.class, 3 * Entities.BLOCK));
            assertThat(ids).hasSize(7 * Entities.BLOCK).doesNotHaveDuplicates();
        }
    }

    @Test
    void onlyTheShardOfTheIdsHasTheTable() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactory factory = open(databases, Map.of("virgo.ids.shard", "us"), Invoice.class)) {
            Draw.ids(factory, "eu", Invoice.class, 1);
            String tables = "select count(*) from information_schema.tables where table_name = 'VIRGO_IDS'";
            assertThat(databases.probe("us").single(tables, Long.class)).isEqualTo(1);
            assertThat(databases.probe("eu").single(tables, Long.class)).isZero();
            assertThat(databases.probe("main").single(tables, Long.class)).isZero();
        }
    }

    @Test
    void servesExtendedManagersAndStatelessSessions() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactory factory = open(databases, Invoice.class)) {
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                for (String shard : List.of("eu", "us")) {
                    sem.setCurrentShard(shard);
                    sem.getTransaction().begin();
                    sem.persist(new Invoice());
                    sem.getTransaction().commit();
                }
            }
            try (ShardScope scope = CurrentShard.open("us");
                    StatelessSession session = factory.openStatelessSession()) {
                Invoice invoice = new Invoice();
                session.insert(invoice);
                assertThat(invoice.id).isEqualTo(3);
            }
            assertThat(databases.probe("us").rows("select id from Invoice order by id"))
                    .containsExactly(List.of(2L), List.of(3L));
        }
    }

    @Test
    void typesAreServedAndTheirEndIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactoryImplementor factory =
                        open(databases, IntegerId.class, ShortId.class, BigId.class, Receipt.class)) {
            Units.write(factory, "eu", s -> {
                IntegerId integer = new IntegerId();
                s.persist(integer);
                assertThat(integer.id).isEqualTo(Integer.MAX_VALUE - 2);
                ShortId small = new ShortId();
                s.persist(small);
                assertThat(small.id).isEqualTo((short) (Short.MAX_VALUE - 2));
                BigId big = new BigId();
                s.persist(big);
                assertThat(big.id).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE - 3));
                Receipt primitive = new Receipt();
                s.persist(primitive);
                assertThat(primitive.id).isEqualTo(1);
            });
            assertThat(Draw.ids(factory, "us", IntegerId.class, 2))
                    .containsExactly(Integer.MAX_VALUE - 1L, (long) Integer.MAX_VALUE);
            for (int i = 0; i < 2 * Entities.BLOCK; i++) {
                assertThatThrownBy(() -> Draw.ids(factory, "us", IntegerId.class, 1))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("ids of IntegerId are used up");
            }
            Draw.ids(factory, "us", ShortId.class, 2);
            assertThatThrownBy(() -> Draw.ids(factory, "us", ShortId.class, 1))
                    .hasMessageContaining("ids of ShortId are used up");
            assertThat(Draw.ids(factory, "us", BigId.class, 2)).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1);
            assertThatThrownBy(() -> Draw.ids(factory, "us", BigId.class, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("used up");
        }
    }

    @Test
    void anIdGivenByHandIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactoryImplementor factory = open(databases, Invoice.class)) {
            Invoice invoice = new Invoice();
            invoice.id = 5L;
            assertThatThrownBy(() -> Units.write(factory, "eu", s -> s.persist(invoice)))
                    .isInstanceOf(PersistenceException.class)
                    .hasMessageContaining("etached entity");
            assertThat(databases.probe("eu").count("Invoice")).isZero();
        }
    }

    @Test
    void reservedIdsAreNeverGenerated() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactoryImplementor factory = open(databases, Invoice.class);
                SessionFactoryImplementor other =
                        open(databases, Map.of("hibernate.hbm2ddl.auto", "none"), Invoice.class)) {
            List<Long> ids = new ArrayList<>(Draw.ids(factory, "eu", Invoice.class, 3));
            ids.addAll(Draw.ids(other, "eu", Invoice.class, 3));
            long first = Shards.of(factory).reserveIds(Invoice.class, 100);
            assertThat(first).isBetween(21L, 41L);
            assertThat(Shards.of(other).reserveIds(Invoice.class, 100)).isEqualTo(101);
            for (long id = first; id <= 100; id++) {
                databases.probe("us").update("insert into Invoice (id, text) values (?, 'imported')", id);
                ids.add(id);
            }
            ids.addAll(Draw.ids(factory, "us", Invoice.class, 50));
            ids.addAll(Draw.ids(other, "us", Invoice.class, 50));
            assertThat(ids).doesNotHaveDuplicates();
            assertThatThrownBy(() -> Shards.of(factory).reserveIds(Invoice.class, Long.MAX_VALUE))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aMissingTableIsRefusedWithTheCommandThatMakesIt() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactoryImplementor factory =
                        open(databases, Map.of("hibernate.hbm2ddl.auto", "none"), Invoice.class)) {
            assertThatThrownBy(() -> Draw.ids(factory, "eu", Invoice.class, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("shard 'main'")
                    .hasMessageContaining("create table virgo_ids (");
            factory.getSchemaManager().exportMappedObjects(false);
            assertThat(Draw.ids(factory, "eu", Invoice.class, 1)).containsExactly(1L);
            databases.probe("main").execute("drop table virgo_ids");
            assertThatThrownBy(() -> factory.getSchemaManager().validateMappedObjects())
                    .hasMessageContaining("shard 'main'")
                    .hasMessageContaining("create table virgo_ids (");
        }
    }

    @Test
    void aSequenceOnAShardThatDoesNotExistIsRefusedAtStart() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us")) {
            assertThatThrownBy(() -> open(databases, Invoice.class))
                    .rootCause()
                    .isInstanceOf(VirgoConfigurationException.class)
                    .hasMessageContaining("'Invoice'")
                    .hasMessageContaining("shard 'main', which does not exist; the shards are [eu, us]")
                    .hasMessageContaining("virgo.ids.shard");
            assertThatThrownBy(() -> open(databases, Map.of("virgo.ids.shard", "uk"), Invoice.class))
                    .isInstanceOf(VirgoConfigurationException.class)
                    .hasMessageContaining("virgo.ids.shard: names 'uk'");
        }
    }

    @Test
    void aRemovedShardsBlocksAreDropped() {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu", "other");
                SessionFactoryImplementor factory = open(databases, Invoice.class)) {
            Shards shards = Shards.of(factory);
            shards.remove("other", Duration.ZERO);
            assertThat(Draw.ids(factory, "eu", Invoice.class, 3)).containsExactly(1L, 2L, 3L);
            shards.remove("main", Duration.ZERO);
            assertThatThrownBy(() -> Draw.ids(factory, "eu", Invoice.class, 1))
                    .isInstanceOf(PersistenceException.class)
                    .hasMessageContaining("main");
            databases
                    .probe("other")
                    .execute("create table virgo_ids (name varchar(255) primary key, next_value bigint)");
            databases.probe("other").update("insert into virgo_ids (name, next_value) values ('Invoice', 500)");
            shards.add("main", Map.of("hibernate.connection.url", databases.url("other")));
            assertThat(Draw.ids(factory, "eu", Invoice.class, 1)).containsExactly(500L);
        }
    }

    @Test
    void closingTheFactoryEndsPoolsAndThreads() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (SessionFactoryImplementor factory = open(databases, Invoice.class)) {
                Draw.ids(factory, "eu", Invoice.class, 3 * Entities.BLOCK);
                assertThat(Shards.of(factory).idFigures("main").acquired()).isPositive();
                assertThat(Shards.of(factory).idFigures("eu").acquired()).isZero();
            }
            leaks.assertNothingLeft();
        }
    }
}
