package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.TimeOrderedIdTest.Broken;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Tickets;
import io.virgo.it.ids.fixture.Tickets.Lonely;
import io.virgo.it.ids.fixture.Tickets.ManySeats;
import io.virgo.it.ids.fixture.Tickets.More;
import io.virgo.it.ids.fixture.Tickets.Seat;
import io.virgo.it.ids.fixture.Tickets.Swapped;
import io.virgo.it.ids.fixture.Tickets.Wider;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of two ticket servers. */
@ExtendWith(VirgoCheck.class)
class TicketIdTest {

    private static final String[] SHARDS = {"t1", "t2", "eu"};
    private static final Map<String, String> LATER = Map.of("hibernate.hbm2ddl.auto", "none");

    private static SessionFactory open(ShardDatabases databases, Map<String, ?> settings, Class<?>... types) {
        return Units.open(databases, settings, types);
    }

    private static List<Long> draw(SessionFactory factory, int blocks) {
        return Draw.ids(factory, "eu", Seat.class, blocks * Tickets.BLOCK);
    }

    /** The servers that ids came from. */
    private static Set<Long> servers(Collection<Long> ids) {
        return ids.stream().map(id -> (id - 1) / Tickets.BLOCK % 8).collect(Collectors.toSet());
    }

    private static void setBack(ShardDatabases databases, String server, int index, long block) {
        databases.probe(server).update("update virgo_tickets set next_block = ? where server_index = ?", block, index);
    }

    private static long nextBlock(ShardDatabases databases, String server, int index) {
        return databases
                .probe(server)
                .single("select next_block from virgo_tickets where server_index = " + index, Long.class);
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void idsComeFromBothServersInTurnAndAreUniqueOverRestarts(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS)) {
            List<Long> ids = Collections.synchronizedList(new ArrayList<>());
            for (String ddl : List.of("create", "none")) {
                try (SessionFactory one = open(databases, Map.of("hibernate.hbm2ddl.auto", ddl), Seat.class);
                        SessionFactory two = open(databases, LATER, Seat.class)) {
                    GlobalSequenceTest.onThreads(4, () -> {
                        ids.addAll(draw(one, 10));
                        ids.addAll(draw(two, 10));
                    });
                }
            }
            assertThat(ids)
                    .hasSize(2 * 2 * 4 * 10 * Tickets.BLOCK)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id > 0);
            long first = nextBlock(databases, "t1", 0);
            long second = nextBlock(databases, "t2", 1);
            assertThat(first + second).isBetween(160L, 170L);
            assertThat(first).isBetween(second - 10, second + 10);
            assertThat(nextBlock(databases, "t2", 0)).isEqualTo(first);
            assertThat(nextBlock(databases, "t1", 1)).isEqualTo(second);
        }
    }

    // cases.md C33
    @Test
    void oneServerSufficesAndTheOtherComesBack() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS).withFaults();
                SessionFactory factory = open(databases, Map.of("virgo.acquisition_timeout", "500"), Seat.class)) {
            List<Long> all = new ArrayList<>(draw(factory, 10));
            assertThat(servers(all)).containsExactlyInAnyOrder(0L, 1L);
            for (String broken : List.of("t1", "t2")) {
                long left = broken.equals("t1") ? 1L : 0L;
                try (Broken fault = new Broken(databases, broken)) {
                    // What was fetched before comes first.
                    all.addAll(draw(factory, 5));
                    List<Long> ids = draw(factory, 10);
                    assertThat(servers(ids)).containsExactly(left);
                    all.addAll(ids);
                }
                Polling.until(broken + " is in use again", () -> {
                    List<Long> ids = draw(factory, 2);
                    all.addAll(ids);
                    return servers(ids).size() == 2;
                });
            }
            assertThat(all).doesNotHaveDuplicates();
        }
    }

    // cases.md C33
    @Test
    void withBothServersDownTheErrorNamesBothAndIdsComeWhenOneIsBack() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS).withFaults();
                SessionFactory factory = open(databases, Map.of("virgo.acquisition_timeout", "500"), Seat.class)) {
            List<Long> all = new ArrayList<>(draw(factory, 3));
            try (Broken first = new Broken(databases, "t1")) {
                try (Broken second = new Broken(databases, "t2")) {
                    assertThatThrownBy(() -> draw(factory, 5))
                            .isInstanceOf(IdentifierGenerationException.class)
                            .hasMessageContaining("no ticket server gives ids of 'Seat'")
                            .hasMessageContaining("t1: ")
                            .hasMessageContaining("t2: ");
                }
                all.addAll(draw(factory, 3));
            }
            all.addAll(draw(factory, 3));
            assertThat(all).doesNotHaveDuplicates();
        }
    }

    // cases.md C33
    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void aServerRestoredFromAnOldBackupIsRefusedAlsoAfterARestartUntilItIsMended(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, SHARDS)) {
            List<Long> all = new ArrayList<>();
            try (SessionFactory factory = open(databases, Map.of(), Seat.class)) {
                all.addAll(draw(factory, 20));
                long reached = nextBlock(databases, "t1", 0);
                setBack(databases, "t1", 0, 2);
                all.addAll(draw(factory, 5));
                assertThat(servers(draw(factory, 10))).containsExactly(1L);
                assertThat(reached).isGreaterThan(5);
            }
            long noted = nextBlock(databases, "t2", 0);
            try (SessionFactory factory = open(databases, LATER, Seat.class)) {
                List<Long> ids = draw(factory, 10);
                assertThat(servers(ids)).containsExactly(1L);
                all.addAll(ids);
                setBack(databases, "t1", 0, noted);
                Polling.until("t1 is in use again", () -> {
                    List<Long> more = draw(factory, 2);
                    all.addAll(more);
                    return servers(more).contains(0L);
                });
            }
            assertThat(all).doesNotHaveDuplicates();
        }
    }

    @Test
    void aServerThatLostItsRowsIsRefusedAndSaysHowToMendIt() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS).withFaults()) {
            try (SessionFactory factory = open(databases, Map.of(), Seat.class)) {
                draw(factory, 10);
            }
            databases.probe("t1").update("delete from virgo_tickets");
            setBack(databases, "t2", 1, 1);
            try (SessionFactory factory = open(databases, LATER, Seat.class)) {
                assertThatThrownBy(() -> {
                            draw(factory, 10);
                            databases
                                    .faults("t2")
                                    .at(io.virgo.it.kit.fault.FaultPoint.EXECUTE)
                                    .fail("08006");
                            draw(factory, 10);
                        })
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("t1: ticket server 't1' has");
            }
        }
    }

    @Test
    void aServerIsNotSetUpWhileNoOtherCouldTellWhetherItEverWas() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS).withFaults();
                SessionFactory factory = open(databases, Map.of("virgo.acquisition_timeout", "500"), Seat.class)) {
            try (Broken broken = new Broken(databases, "t2")) {
                assertThatThrownBy(() -> draw(factory, 1))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("ticket server 't1' has no row of 'Seat', and no other server answers");
            }
            Polling.until("it is set up", () -> {
                try {
                    return draw(factory, 1).size() == Tickets.BLOCK;
                } catch (IdentifierGenerationException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void otherAnnotationsForTheSameTicketsAreRefused() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            try (SessionFactory factory = open(databases, Map.of(), Seat.class)) {
                draw(factory, 10);
            }
            try (SessionFactory factory = open(databases, LATER, Swapped.class)) {
                assertThatThrownBy(() -> Draw.ids(factory, "eu", Swapped.class, 1))
                        .hasMessageContaining("the number of this server");
            }
            try (SessionFactory factory = open(databases, LATER, Wider.class)) {
                assertThatThrownBy(() -> Draw.ids(factory, "eu", Wider.class, 1))
                        .hasMessageContaining("with blockSize 10, and the annotation says 20");
            }
            assertThatThrownBy(() -> open(databases, LATER, Seat.class, Wider.class))
                    .rootCause()
                    .hasMessageContaining("declare it alike");
            assertThatThrownBy(() -> open(databases, LATER, Lonely.class))
                    .rootCause()
                    .hasMessageContaining("@TicketId of Lonely: servers names [t1]");
            assertThatThrownBy(() -> open(databases, LATER, More.class))
                    .rootCause()
                    .hasMessageContaining("@TicketId of More: servers names [t3], and the shards are");
        }
    }

    @Test
    void aServerIsAddedAtTheEndOfTheList() {
        try (ShardDatabases databases = ShardDatabases.h2("t1", "t2", "t3", "eu")) {
            List<Long> ids = new ArrayList<>();
            try (SessionFactory factory = open(databases, Map.of(), Seat.class)) {
                ids.addAll(draw(factory, 10));
            }
            try (SessionFactory factory = open(databases, Map.of("hibernate.hbm2ddl.auto", "update"), More.class)) {
                ids.addAll(Draw.ids(factory, "eu", More.class, 12 * Tickets.BLOCK));
            }
            assertThat(servers(ids)).containsExactlyInAnyOrder(0L, 1L, 2L);
            assertThat(ids).doesNotHaveDuplicates();
        }
    }

    @Test
    void aServerThatIsRemovedIsLeftOut() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS);
                SessionFactory factory = open(databases, Map.of(), Seat.class)) {
            List<Long> ids = new ArrayList<>(draw(factory, 4));
            Shards.of(factory).remove("t1", Duration.ZERO);
            ids.addAll(draw(factory, 5));
            List<Long> later = draw(factory, 5);
            assertThat(servers(later)).containsExactly(1L);
            ids.addAll(later);
            assertThat(ids).doesNotHaveDuplicates();
        }
    }

    @Test
    void closingTheFactoryEndsPoolsAndThreads() {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (SessionFactory factory = open(databases, Map.of(), Seat.class)) {
                draw(factory, 10);
            }
            leaks.assertNothingLeft();
        }
    }

    @Test
    void processesOfWhichOneIsKilledDrawDistinctIds(@TempDir Path folder) throws Exception {
        try (ShardDatabases databases = ShardDatabases.postgres(SHARDS)) {
            KilledNode.distinctIds(folder, SeatSource.class, databases.settings());
        }
    }

    /** Draws tickets in a process of its own. */
    public static final class SeatSource extends FactorySource {
        public SeatSource() {
            super(ManySeats.class);
        }
    }
}
