package io.virgo.it.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.core.routing.RoutingTables;
import io.virgo.core.routing.SlotRouter;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The slots of a router in a table of one shard. */
@ExtendWith(VirgoCheck.class)
class SlotTableTest {

    private static ShardDatabases databases(DatabaseProduct product) {
        ShardDatabases databases =
                ShardDatabases.of(product, "eu", "main", "us").withFaults();
        databases.probe("main").execute(RoutingTables.SLOTS);
        // Another router's rows, which are no business of this one.
        row(databases, "other", 0, 9, "nowhere", 1);
        return databases;
    }

    private static void row(ShardDatabases databases, String router, int first, int last, String shard, long version) {
        databases
                .probe("main")
                .update(
                        "insert into virgo_slots (router, first_slot, last_slot, shard, version) values (?, ?, ?, ?, ?)",
                        router,
                        first,
                        last,
                        shard,
                        version);
    }

    private static void rows(ShardDatabases databases, Object... rows) {
        databases.probe("main").update("delete from virgo_slots where router = 'users'");
        for (int i = 0; i < rows.length; i += 4) {
            row(databases, "users", (int) rows[i], (int) rows[i + 1], (String) rows[i + 2], (int) rows[i + 3]);
        }
    }

    private static EntityManagerFactory open(ShardDatabases databases, String... more) {
        Map<String, Object> settings = databases.settings();
        settings.put("virgo.router.users.type", "slots");
        settings.put("virgo.router.users.table", "main");
        for (int i = 0; i < more.length; i += 2) {
            settings.put("virgo.router.users." + more[i], more[i + 1]);
        }
        return Work.open(settings);
    }

    private static SlotRouter router(EntityManagerFactory emf) {
        return (SlotRouter) Shards.of(emf).routers().get("users");
    }

    private static long reads(ShardDatabases databases) {
        return databases.faults("main").statements().stream()
                .filter(sql -> sql.contains("virgo_slots"))
                .count();
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void theMapIsReadAtTheFirstKeyOnceAndAgainWhenTold(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = databases(product)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            rows(databases, 0, 499, "eu", 7, 500, 999, "us", 7);
            databases.faults("main").clearStatements();
            try (EntityManagerFactory emf = open(databases)) {
                SlotRouter router = router(emf);
                assertThat(reads(databases)).as("not at start").isZero();
                assertThat(Crew.all(16, thread -> () -> router.shardOf(thread * 100L + 1)))
                        .containsOnly("eu", "us");
                assertThat(reads(databases)).isEqualTo(1);
                assertThat(router.shardOf(-1)).isEqualTo("us");
                assertThat(router.explain(1_123L)).isEqualTo("slot 123 of 1000 -> eu");
                assertThat(router.version()).isEqualTo(7);
                assertThat(router.shards()).containsExactly("eu", "us");

                rows(databases, 0, 99, "main", 8, 100, 499, "eu", 8, 500, 999, "us", 8);
                assertThat(router.shardOf(5)).as("still the old map").isEqualTo("eu");
                router.reload();
                assertThat(router.version()).isEqualTo(8);
                assertThat(router.shardOf(5)).isEqualTo("main");
                assertThat(router.shardOf(100)).isEqualTo("eu");
                assertThat(reads(databases)).isEqualTo(2);
                assertThat(Shards.of(emf).figures("main").active()).isZero();
            }
            leaks.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void aWrongMapIsRefusedAndTheLastGoodOneStays(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product);
                EntityManagerFactory emf = open(databases)) {
            SlotRouter router = router(emf);
            assertThatThrownBy(() -> router.shardOf(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the slot map of router 'users' in table virgo_slots on shard 'main' is refused:"
                            + " it has no rows");
            rows(databases, 0, 999, "eu", 1);
            assertThat(router.shardOf(1)).as("tried again").isEqualTo("eu");

            rows(databases, 0, 499, "eu", 2, 499, 700, "us", 2, 702, 1_000, "us", 2);
            refused(router, "702-1000 are not slots between 0 and 999", "slot 499 is given to 'eu' and to 'us'");
            rows(databases, 0, 499, "eu", 2, 501, 997, "us", 2);
            refused(router, "slot 500 is given to no shard; slots 998-999 are given to no shard");
            rows(databases, 0, 499, "eu", 2, 500, 999, "mars", 2);
            refused(router, "it names [mars], which are no shards; the shards are [eu, main, us]");
            rows(databases, 0, 499, "eu", 2, 500, 999, "us", 3);
            refused(router, "its rows bear several versions: [2, 3]");
            rows(databases, 0, 999, "us", 0);
            refused(router, "its version 0 is older than 1, which is in force");
            rows(databases, 0, 999, "us", 1);
            refused(router, "its version 1 is in force with other slots; raise the version with every change");
            databases.probe("main").execute("drop table virgo_slots");
            assertThatThrownBy(router::reload)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            "the slot map of router 'users' cannot be read from table virgo_slots on shard 'main': ");
            assertThat(router.shardOf(1)).isEqualTo("eu");
            assertThat(router.version()).isEqualTo(1);
            assertThat(Shards.of(emf).figures("main").active()).isZero();
        }
    }

    private static void refused(SlotRouter router, String... texts) {
        assertThatThrownBy(router::reload)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(texts);
        assertThat(router.shardOf(1)).isEqualTo("eu");
        assertThat(router.version()).isEqualTo(1);
    }

    @Test
    void aRefreshTimeBringsANewMapWithoutBeingTold() {
        try (ShardDatabases databases = databases(DatabaseProduct.H2)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            rows(databases, 0, 999, "eu", 1);
            try (EntityManagerFactory emf = open(databases, "refresh", "PT0.05S")) {
                SlotRouter router = router(emf);
                assertThat(router.shardOf(1)).isEqualTo("eu");
                rows(databases, 0, 999, "us", 2);
                Polling.until("the new map", () -> router.shardOf(1).equals("us"));
                rows(databases, 0, 998, "eu", 3);
                databases.faults("main").clearStatements();
                Polling.until("two more reads", () -> router.shardOf(1).equals("us") && reads(databases) >= 2);
                rows(databases, 0, 999, "eu", 4);
                Polling.until("the mended map", () -> router.shardOf(1).equals("eu"));
            }
            leaks.assertNothingLeft();
        }
    }

    @Test
    void aShardThatIsDownAtTheFirstKeyFailsThoseWhoAskAndServesLater() throws Exception {
        try (ShardDatabases databases = databases(DatabaseProduct.H2)) {
            rows(databases, 0, 999, "eu", 1);
            try (EntityManagerFactory emf = open(databases, "slots", "1000")) {
                SlotRouter router = router(emf);
                databases.faults("main").at(FaultPoint.EXECUTE).fail();
                List<String> failures = Crew.all(8, thread -> () -> {
                    try {
                        return router.shardOf(thread);
                    } catch (IllegalStateException e) {
                        return String.valueOf(e.getMessage());
                    }
                });
                assertThat(failures)
                        .allSatisfy(text -> assertThat(text).contains("cannot be read from table virgo_slots"));
                databases.faults("main").clear();
                assertThat(router.shardOf(1)).isEqualTo("eu");
                assertThat(Shards.of(emf).figures("main").active()).isZero();
            }
        }
    }
}
