package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Entities;
import io.virgo.it.ids.fixture.Entities.Invoice;
import io.virgo.it.ids.fixture.Entities.Parcel;
import io.virgo.it.ids.fixture.Entities.Receipt;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that fail, hang or have few connections, while ids are fetched. */
@ExtendWith(VirgoCheck.class)
@Timeout(120)
class IdFaultTest {

    private static SessionFactoryImplementor open(ShardDatabases databases, Class<?>... entities) {
        return Units.open(databases, Map.of("virgo.ids.shard", "main"), entities);
    }

    private static void awaitIdle(SessionFactory factory, String shard) {
        Polling.until(
                "no connection for ids is out",
                () -> Shards.of(factory).idFigures(shard).active() == 0);
    }

    @ParameterizedTest
    @DisplayName("C30: all connections of the shard with the ids are out, in transactions that need a new block each")
    @CsvSource({
        "hibernate.connection.pool_size, hibernate.connection.min_pool_size",
        "hibernate.hikari.maximumPoolSize, hibernate.hikari.minimumIdle",
        "hibernate.c3p0.max_size, hibernate.c3p0.min_size",
        "hibernate.agroal.maxSize, hibernate.agroal.minSize"
    })
    void idsNeedNoConnectionOfTheShardsPool(String most, String least) throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu")) {
            LeakCheck leaks = LeakCheck.begin(databases);
            Map<String, Object> settings = new HashMap<>();
            settings.put("virgo.shard.DEFAULT." + most, "2");
            settings.put("virgo.shard.DEFAULT." + least, "1");
            settings.put("virgo.acquisition_timeout", "PT20S");
            try (SessionFactory factory = Units.open(databases, settings, Invoice.class, Parcel.class)) {
                CyclicBarrier allOut = new CyclicBarrier(2);
                GlobalSequenceTest.onThreads(
                        2,
                        () -> Units.write(factory, "main", s -> {
                            s.createNativeQuery("select 1", Integer.class).getSingleResult();
                            await(allOut);
                            for (int i = 0; i < 3 * Entities.BLOCK; i++) {
                                s.persist(new Invoice());
                                s.persist(new Parcel());
                            }
                        }));
                assertThat(databases.probe("main").count("Invoice")).isEqualTo(2 * 3 * Entities.BLOCK);
                assertThat(databases.probe("main").count("Parcel")).isEqualTo(2 * 3 * Entities.BLOCK);
                assertThat(Shards.of(factory).figures("main").failed()).isZero();
            }
            leaks.assertNothingLeft();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @DisplayName("C31: a hundred commits of a block fail, before or after they took effect")
    @ValueSource(booleans = {false, true})
    void aFailedFetchLosesNothingButNumbersAndLeaksNothing(boolean takesEffect) {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu").withFaults();
                SessionFactory factory = open(databases, Invoice.class)) {
            var trigger = databases.faults("main").at(FaultPoint.COMMIT).times(100);
            FaultRule rule = (takesEffect ? trigger.after() : trigger).fail();
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> Draw.ids(factory, "eu", Invoice.class, 1))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("sequence 'Invoice'")
                        .hasMessageContaining("shard 'main'")
                        .hasMessageContaining("try again");
            }
            awaitIdle(factory, "main");
            assertThat(Shards.of(factory).idFigures("main").acquired()).isEqualTo(100);
            rule.remove();
            long free = takesEffect ? 100 * Entities.BLOCK + 1 : 1;
            assertThat(Draw.ids(factory, "eu", Invoice.class, 1)).containsExactly(free);
        }
    }

    @Test
    @DisplayName("C31: deadlocks on the id table are tried again")
    void conflictsAreTriedAgain() {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu").withFaults();
                SessionFactory factory = open(databases, Invoice.class)) {
            databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_ids")
                    .times(5)
                    .fail("40001");
            assertThat(Draw.ids(factory, "eu", Invoice.class, 1)).containsExactly(1L);
        }
    }

    @Test
    @DisplayName("C32: while a block is fetched early, its callers use the old one and other entities fetch theirs")
    void nobodyWaitsForAnEarlyRefill() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu").withFaults();
                SessionFactory factory = open(databases, Invoice.class, Receipt.class)) {
            Draw.ids(factory, "eu", Invoice.class, 1);
            FaultRule slow = databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_ids")
                    .once()
                    .hang();
            List<Long> ids = Collections.synchronizedList(new ArrayList<>());
            ids.addAll(Draw.ids(factory, "eu", Invoice.class, Entities.BLOCK / 2));
            slow.awaitHit();
            ids.addAll(Draw.ids(factory, "eu", Invoice.class, Entities.BLOCK / 2 - 1));
            assertThat(Draw.ids(factory, "eu", Receipt.class, 3 * Entities.BLOCK))
                    .doesNotHaveDuplicates();
            CompletableFuture<?> writers = CompletableFuture.runAsync(() -> {
                try {
                    GlobalSequenceTest.onThreads(32, () -> ids.addAll(Draw.ids(factory, "eu", Invoice.class, 1)));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(writers).isNotDone();
            slow.release();
            writers.get();
            assertThat(ids).hasSize(Entities.BLOCK - 1 + 32).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("C32: 32 writers and a slow id table: one fetch a block, however many wait for it")
    void waitersShareOneFetch() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu").withFaults();
                SessionFactory factory = open(databases, Invoice.class)) {
            Draw.ids(factory, "eu", Invoice.class, 1);
            databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_ids")
                    .delay(Duration.ofMillis(20));
            GlobalSequenceTest.onThreads(32, () -> Draw.ids(factory, "eu", Invoice.class, 10));
            awaitIdle(factory, "main");
            // The first, those of the blocks used, and perhaps one early.
            assertThat(Shards.of(factory).idFigures("main").acquired())
                    .isLessThanOrEqualTo(2 + 32 * 10 / Entities.BLOCK);
        }
    }

    @Test
    void aHungShardDoesNotHoldUpAnother() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu", "us").withFaults();
                SessionFactory factory = open(databases, Parcel.class)) {
            Draw.ids(factory, "us", Parcel.class, 1);
            FaultRule hung = databases
                    .faults("eu")
                    .at(FaultPoint.EXECUTE)
                    .matching("virgo_stride")
                    .hang();
            CompletableFuture<List<Long>> stuck =
                    CompletableFuture.supplyAsync(() -> Draw.ids(factory, "eu", Parcel.class, 1));
            hung.awaitHit();
            assertThat(Draw.ids(factory, "us", Parcel.class, 3 * Entities.BLOCK))
                    .doesNotHaveDuplicates();
            assertThat(stuck).isNotDone();
            hung.release();
            assertThat(stuck.get()).hasSize(1);
        }
    }

    @Test
    void aCallerWaitsNoLongerThanTheAcquisitionTimeout() {
        try (ShardDatabases databases = ShardDatabases.h2("main", "eu").withFaults();
                SessionFactory factory =
                        Units.open(databases, Map.of("virgo.acquisition_timeout", "PT0.3S"), Invoice.class)) {
            FaultRule hung = databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_ids")
                    .hang();
            assertThatThrownBy(() -> Draw.ids(factory, "eu", Invoice.class, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("shard 'main'")
                    .hasMessageContaining("within 300 ms");
            hung.remove();
            Polling.until("ids come again", () -> {
                try {
                    return Draw.ids(factory, "eu", Invoice.class, 1).size() == 1;
                } catch (IdentifierGenerationException stillFetching) {
                    return false;
                }
            });
        }
    }
}
