package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Tickets.Event;
import io.virgo.it.ids.fixture.Tickets.IntEvent;
import io.virgo.it.ids.fixture.Tickets.SmallEvent;
import io.virgo.it.ids.fixture.Tickets.TextEvent;
import io.virgo.it.ids.fixture.Tickets.UuidEvent;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of the clock. */
@ExtendWith(VirgoCheck.class)
class TimeOrderedIdTest {

    private static final String[] SHARDS = {"main", "eu"};

    private static SessionFactoryImplementor open(
            ShardDatabases databases, Map<String, ?> settings, Class<?>... types) {
        return Units.open(databases, settings, types);
    }

    private static int node(long id) {
        return (int) (id >>> 14) & 255;
    }

    // faults.md C3: two factories with default settings made the same ids.
    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void factoriesLeaseDifferentNumbers(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS);
                SessionFactory one = open(databases, Map.of(), Event.class, SmallEvent.class);
                SessionFactory two =
                        open(databases, Map.of("hibernate.hbm2ddl.auto", "none"), Event.class, SmallEvent.class)) {
            for (Class<?> type : List.of(Event.class, SmallEvent.class)) {
                List<Long> ids = Collections.synchronizedList(new ArrayList<>());
                GlobalSequenceTest.onThreads(4, () -> {
                    ids.addAll(Draw.ids(one, "eu", type, 5000));
                    ids.addAll(Draw.ids(two, "main", type, 5000));
                });
                assertThat(ids).hasSize(40_000).doesNotHaveDuplicates().allMatch(id -> id > 0);
                if (type == SmallEvent.class) {
                    assertThat(ids).allMatch(id -> id < 1L << 53);
                }
            }
            assertThat(databases.probe("main").count("virgo_nodes")).isEqualTo(2);
        }
    }

    @Test
    void theEntitysRowsGetThem() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactory factory = open(databases, Map.of(), Event.class)) {
            List<Long> ids = new ArrayList<>();
            for (String shard : List.of("eu", "main", "eu")) {
                Units.write(factory, shard, session -> {
                    Event event = new Event();
                    session.persist(event);
                    ids.add(event.id);
                });
            }
            assertThat(ids).isSorted().doesNotHaveDuplicates();
            assertThat(databases.probe("eu").count("Event")).isEqualTo(2);
        }
    }

    @Test
    void uuidsAreOfVersion7AndNeedNoNumber() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us");
                SessionFactory factory = open(databases, Map.of(), UuidEvent.class, TextEvent.class)) {
            Units.write(factory, "eu", session -> {
                UuidEvent event = new UuidEvent();
                TextEvent text = new TextEvent();
                session.persist(event);
                session.persist(text);
                assertThat(event.id.version()).isEqualTo(7);
                assertThat(UUID.fromString(text.id).version()).isEqualTo(7);
            });
        }
    }

    @Test
    void factoriesWithTheSameUnlistedNumberInOneJvmShareIt() throws Exception {
        Map<String, String> settings = Map.of("virgo.ids.node", "201");
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us");
                SessionFactory one = open(databases, settings, Event.class);
                SessionFactory two = open(databases, settings, Event.class)) {
            List<Long> ids = Collections.synchronizedList(new ArrayList<>());
            GlobalSequenceTest.onThreads(4, () -> {
                ids.addAll(Draw.ids(one, "eu", Event.class, 5000));
                ids.addAll(Draw.ids(two, "eu", Event.class, 5000));
            });
            assertThat(ids).hasSize(40_000).doesNotHaveDuplicates().allMatch(id -> node(id) == 201);
        }
    }

    @Test
    void aListedNumberThatIsInUseIsRefusedAtStartAndFreeAfterTheOthersEnd() {
        Map<String, String> settings = Map.of("virgo.ids.node", "5", "virgo.ids.shard", "main");
        Map<String, String> again = new HashMap<>(settings);
        again.put("hibernate.hbm2ddl.auto", "none");
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            long last;
            try (SessionFactory first = open(databases, settings, Event.class)) {
                assertThatThrownBy(() -> open(databases, again, Event.class))
                        .rootCause()
                        .isInstanceOf(VirgoConfigurationException.class)
                        .hasMessageContaining("virgo.ids.node")
                        .hasMessageContaining("node number 5 is in use by process")
                        .hasMessageContaining("shard 'main'");
                last = Draw.ids(first, "eu", Event.class, 1).get(0);
            }
            try (SessionFactory second = open(databases, again, Event.class)) {
                long id = Draw.ids(second, "eu", Event.class, 1).get(0);
                assertThat(id).isGreaterThan(last);
                assertThat(node(id)).isEqualTo(5);
            }
        }
    }

    @Test
    void afterARestartWithTheClockSetBackIdsGoOnBehindTheLastTime() {
        Map<String, String> settings =
                Map.of("virgo.ids.node", "5", "virgo.ids.shard", "main", "hibernate.hbm2ddl.auto", "none");
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            databases
                    .probe("main")
                    .execute("create table virgo_nodes (node integer not null primary key,"
                            + " owner varchar(100) not null, expires bigint not null, last_time bigint not null)");
            long future = System.currentTimeMillis() + 8_000;
            databases.probe("main").update("insert into virgo_nodes values (5, 'former', 0, ?)", future);
            try (SessionFactory factory = open(databases, settings, Event.class)) {
                long id = Draw.ids(factory, "eu", Event.class, 1).get(0);
                assertThat((id >>> 22) + 1_735_689_600_000L).isGreaterThan(future);
            }
            long farther = System.currentTimeMillis() + 600_000;
            databases.probe("main").update("update virgo_nodes set last_time = ?", farther);
            try (SessionFactory factory = open(databases, settings, Event.class)) {
                assertThatThrownBy(() -> Draw.ids(factory, "eu", Event.class, 1))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("ms behind the time of the last ids")
                        .hasMessageContaining("10000 ms is the most");
            }
        }
    }

    @Test
    void aLeaseThatCannotBeRenewedRefusesIdsAndServesAgainWhenTheShardIsBack() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS).withFaults();
                SessionFactory factory = open(
                        databases,
                        Map.of("virgo.ids.lease", "PT1S", "virgo.acquisition_timeout", "500"),
                        Event.class)) {
            Draw.ids(factory, "eu", Event.class, 1);
            try (Broken broken = new Broken(databases, "main")) {
                Polling.until("ids are refused", () -> {
                    try {
                        Draw.ids(factory, "eu", Event.class, 1);
                        return false;
                    } catch (IdentifierGenerationException e) {
                        assertThat(e)
                                .hasMessageContaining(
                                        "no valid lease of a node number in table virgo_nodes on shard 'main'");
                        return true;
                    }
                });
            }
            Polling.until("ids are made again", () -> {
                try {
                    return Draw.ids(factory, "eu", Event.class, 1).size() == 1;
                } catch (IdentifierGenerationException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void aNumberThatAnotherTookIsGivenUpForANewOne() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactory factory = open(databases, Map.of("virgo.ids.lease", "PT1S"), Event.class)) {
            assertThat(node(Draw.ids(factory, "eu", Event.class, 1).get(0))).isZero();
            databases.probe("main").update("update virgo_nodes set owner = 'thief', expires = ?", Long.MAX_VALUE);
            Polling.until(
                    "the other number",
                    () -> node(Draw.ids(factory, "eu", Event.class, 1).get(0)) == 1);
        }
    }

    @Test
    void whatCannotWorkIsRefusedAtStart() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us")) {
            assertThatThrownBy(() -> open(databases, Map.of(), Event.class))
                    .rootCause()
                    .hasMessageContaining("there is no shard 'main'")
                    .hasMessageContaining("virgo.ids.shard");
            assertThatThrownBy(() -> open(databases, Map.of("virgo.ids.node", "256"), Event.class))
                    .isInstanceOf(VirgoConfigurationException.class)
                    .hasMessageContaining("virgo.ids.node: '256' is neither 'lease' nor a number from 0 to 255");
            assertThatThrownBy(() -> open(databases, Map.of("virgo.ids.lease", "0"), Event.class))
                    .isInstanceOf(VirgoConfigurationException.class)
                    .hasMessageContaining("virgo.ids.lease: '0'");
            assertThatThrownBy(() -> open(databases, Map.of("virgo.ids.node", "1"), IntEvent.class))
                    .rootCause()
                    .hasMessageContaining("IntEvent");
        }
    }

    @Test
    void closingTheFactoryGivesTheNumberBackAndEndsTheThread() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (SessionFactory factory = open(databases, Map.of(), Event.class)) {
                Draw.ids(factory, "eu", Event.class, 10);
            }
            leaks.assertNothingLeft();
            assertThat(databases.probe("main").single("select expires from virgo_nodes", Long.class))
                    .isZero();
        }
    }

    // faults.md C3, with processes.
    @Test
    void processesOfWhichOneIsKilledDrawDistinctIds(@TempDir Path folder) throws Exception {
        try (ShardDatabases databases = ShardDatabases.postgres(SHARDS)) {
            KilledNode.distinctIds(folder, EventSource.class, databases.settings());
        }
    }

    /** Draws time-ordered ids in a process of its own. */
    public static final class EventSource extends FactorySource {
        public EventSource() {
            super(Event.class);
        }
    }

    /** A shard that does not answer. */
    static final class Broken implements AutoCloseable {
        private final List<FaultRule> rules;

        Broken(ShardDatabases databases, String shard) {
            rules = List.of(
                    databases.faults(shard).at(FaultPoint.CONNECT).fail("08001"),
                    databases.faults(shard).at(FaultPoint.EXECUTE).fail("08006"));
        }

        @Override
        public void close() {
            rules.forEach(FaultRule::remove);
        }
    }
}
