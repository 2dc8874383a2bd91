package io.virgo.it.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.core.routing.RoutingTables;
import io.virgo.core.routing.ShardDirectory;
import io.virgo.core.routing.UnroutableKeyException;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys and their shards in a table of one shard. */
@ExtendWith(VirgoCheck.class)
class DirectoryTest {

    private static ShardDatabases databases(DatabaseProduct product) {
        ShardDatabases databases =
                ShardDatabases.of(product, "eu", "main", "us").withFaults();
        databases.probe("main").execute(RoutingTables.DIRECTORY);
        return databases;
    }

    private static EntityManagerFactory open(ShardDatabases databases) {
        Map<String, Object> settings = databases.settings();
        for (String router : List.of("users", "orders")) {
            settings.put("virgo.router." + router + ".type", "directory");
            settings.put("virgo.router." + router + ".table", "main");
            settings.put("virgo.router." + router + ".cache_size", 100);
        }
        return Work.open(settings);
    }

    private static ShardDirectory directory(EntityManagerFactory emf, String name) {
        return (ShardDirectory) Shards.of(emf).routers().get(name);
    }

    private static long statements(ShardDatabases databases) {
        return databases.faults("main").statements().stream()
                .filter(sql -> sql.contains("virgo_directory"))
                .count();
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void anEntryIsReadOnceAndFollowsItsChanges(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = open(databases)) {
                ShardDirectory users = directory(emf, "users");
                assertThatThrownBy(() -> users.shardOf(7))
                        .isInstanceOf(UnroutableKeyException.class)
                        .hasMessage("the key has no entry in directory 'users'; enter it by ShardDirectory.put before"
                                + " anything is stored under it");
                assertThat(users.put(7, "eu")).isTrue();
                assertThat(users.put(7L, "eu")).as("again").isFalse();
                databases.faults("main").clearStatements();
                for (Object seven : List.of(7, 7L, BigInteger.valueOf(7), new BigDecimal("7.0"))) {
                    assertThat(users.shardOf(seven)).isEqualTo("eu");
                }
                assertThat(statements(databases)).isEqualTo(1);
                assertThat(users.explain(7)).isEqualTo("entry of directory users -> eu");

                assertThatThrownBy(() -> users.put(7, "us"))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("already; use move");
                assertThat(users.move(7, "us", "main")).as("not there").isFalse();
                assertThat(users.shardOf(7)).isEqualTo("eu");
                assertThat(users.move(7, "eu", "us")).isTrue();
                assertThat(users.shardOf(7)).isEqualTo("us");
                assertThat(users.remove(7)).isTrue();
                assertThat(users.remove(7)).isFalse();
                assertThatThrownBy(() -> users.shardOf(7)).isInstanceOf(UnroutableKeyException.class);
                assertThat(Shards.of(emf).figures("main").active()).isZero();
            }
            leaks.assertNothingLeft();
        }
    }

    /** On MariaDB's usual collation, 'a', 'A', 'á' and 'a ' are one key. */
    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void keysThatACollationTakesForEqualAreDifferent(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product);
                EntityManagerFactory emf = open(databases)) {
            ShardDirectory users = directory(emf, "users");
            List<Object> keys = new ArrayList<>(List.of(
                    "a", "A", "á", "a ", "", " ", "7", 7, "n:7", "ß", "ss", "%41", "\\", "'", "\uD83D\uDE00", "日本"));
            keys.addAll(List.of(
                    UUID.fromString("123e4567-e89b-12d3-a456-426614174000"),
                    "123e4567-e89b-12d3-a456-426614174000",
                    LocalDate.of(2026, 12, 1),
                    "2026-12-01",
                    List.of("7", 7),
                    List.of(7, "7"),
                    Long.MIN_VALUE,
                    BigInteger.ONE.shiftLeft(80)));
            List<String> shards = List.of("eu", "us", "main");
            for (int i = 0; i < keys.size(); i++) {
                assertThat(users.put(keys.get(i), shards.get(i % 3))).isTrue();
            }
            users.evictAll();
            for (int i = 0; i < keys.size(); i++) {
                assertThat(users.shardOf(keys.get(i))).as("%s", keys.get(i)).isEqualTo(shards.get(i % 3));
            }
            assertThat(databases.probe("main").count("virgo_directory")).isEqualTo(keys.size());
            assertThatThrownBy(() -> directory(emf, "orders").shardOf("a"))
                    .as("another router's entries are its own")
                    .isInstanceOf(UnroutableKeyException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void ofThreadsThatEnterOrMoveAKeyAtOnceOneWins(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = databases(product);
                EntityManagerFactory emf = open(databases)) {
            ShardDirectory users = directory(emf, "users");
            for (int round = 0; round < 10; round++) {
                String key = "user" + round;
                List<Boolean> entered = Crew.all(6, thread -> () -> users.put(key, "eu"));
                assertThat(Collections.frequency(entered, true)).isEqualTo(1);
                List<Boolean> moved =
                        Crew.all(6, thread -> () -> users.move(key, "eu", thread % 2 == 0 ? "us" : "main"));
                assertThat(Collections.frequency(moved, true)).isEqualTo(1);
                String winner = moved.indexOf(true) % 2 == 0 ? "us" : "main";
                assertThat(users.shardOf(key)).isEqualTo(winner);
            }
        }
    }

    @Test
    void manyThreadsReadAMissingKeyOnce() throws Exception {
        try (ShardDatabases databases = databases(DatabaseProduct.H2);
                EntityManagerFactory emf = open(databases)) {
            ShardDirectory users = directory(emf, "users");
            users.put("ann", "us");
            databases.faults("main").clearStatements();
            assertThat(Crew.all(16, thread -> () -> users.shardOf("ann"))).containsOnly("us");
            assertThat(statements(databases)).isEqualTo(1);
        }
    }

    @Test // C61
    void anotherNodesMoveIsSeenAfterEviction() {
        try (ShardDatabases databases = databases(DatabaseProduct.H2);
                EntityManagerFactory one = open(databases);
                EntityManagerFactory two = open(databases)) {
            directory(one, "users").put(42, "eu");
            assertThat(directory(two, "users").shardOf(42)).isEqualTo("eu");
            directory(one, "users").move(42, "eu", "us");
            assertThat(directory(two, "users").shardOf(42)).as("the old entry").isEqualTo("eu");
            assertThat(directory(two, "users").move(42, "eu", "main"))
                    .as("compared with the table, not with the cache")
                    .isFalse();
            assertThat(directory(two, "users").shardOf(42)).isEqualTo("us");
            directory(one, "users").move(42, "us", "main");
            directory(two, "users").evict(42);
            assertThat(directory(two, "users").shardOf(42)).isEqualTo("main");
        }
    }

    @Test
    void anEntryOfAShardThatIsNoneIsRefusedAndNoneCanBeMade() {
        try (ShardDatabases databases = databases(DatabaseProduct.H2);
                EntityManagerFactory emf = open(databases)) {
            ShardDirectory users = directory(emf, "users");
            for (Runnable wrong : List.<Runnable>of(() -> users.put(1, "mars"), () -> users.move(1, "eu", "mars"))) {
                assertThatThrownBy(wrong::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("'mars' is no shard; the shards are [eu, main, us]");
            }
            databases.probe("main").update("insert into virgo_directory values ('users', 'n:1', 'mars')");
            assertThatThrownBy(() -> users.shardOf(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has the key on 'mars', which is no shard");
        }
    }

    @Test
    void aChangeWhoseAnswerIsLostLeavesNoOldEntryInTheCache() {
        try (ShardDatabases databases = databases(DatabaseProduct.H2);
                EntityManagerFactory emf = open(databases)) {
            ShardDirectory users = directory(emf, "users");
            users.put(1, "eu");
            assertThat(users.shardOf(1)).isEqualTo("eu");
            databases
                    .faults("main")
                    .at(FaultPoint.EXECUTE)
                    .matching("update virgo_directory")
                    .after()
                    .fail();
            assertThatThrownBy(() -> users.move(1, "eu", "us"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            "directory 'users' cannot be written in table virgo_directory on shard 'main': ");
            databases.faults("main").clear();
            assertThat(users.shardOf(1))
                    .as("whether it was moved is unknown, so it is read")
                    .isEqualTo("us");
        }
    }
}
