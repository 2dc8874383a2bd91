package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.PoolFigures;
import io.virgo.core.ShardUnavailableException;
import io.virgo.core.Shards;
import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.StubbornConnections;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import io.virgo.it.kit.net.BlackHole;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a database that is down or hangs does to its own callers, and that it does nothing to others. */
@ExtendWith(VirgoCheck.class)
class ShardDownTest {

    private static Map<String, Object> settings(ShardDatabases databases, String timeout) {
        Map<String, Object> settings = databases.settings();
        settings.put("virgo.acquisition_timeout", timeout);
        return settings;
    }

    @ParameterizedTest // C37, F4
    @ValueSource(booleans = {true, false})
    void theFirstShardMayBeDownAtStartAndServesWhenItIsBack(boolean hangs) {
        try (ShardDatabases databases =
                ShardDatabases.h2("a", "b", "c").whoami().withFaults()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            FaultRule down = hangs
                    ? databases.faults("a").at(FaultPoint.CONNECT).hang()
                    : databases.faults("a").at(FaultPoint.CONNECT).fail();
            try (EntityManagerFactory emf = Work.create(settings(databases, "PT1.5S"))) {
                for (String shard : List.of("b", "c")) {
                    Work.write(emf, shard, shard);
                    assertThat(Work.read(emf, shard)).containsExactly(shard);
                }
                assertThatThrownBy(() -> Work.whoami(emf, "a"))
                        .hasStackTraceContaining("ShardUnavailableException: shard 'a' its pool");
                down.remove();
                Polling.until("a serves again", () -> catchThrowable(() -> Work.whoami(emf, "a")) == null);
                assertThat(Work.whoami(emf, "a")).isEqualTo("a");
                emf.getSchemaManager().create(false);
                Work.write(emf, "a", "late");
                assertThat(Work.read(emf, "a")).containsExactly("late");
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // C37: with the standard time-out, so that adding up would take minutes
    void manyShardsThatHangDoNotAddUpTheirTimeouts() {
        String[] names = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> i < 20 ? "h" + (10 + i) : "ok")
                .toArray(String[]::new);
        try (ShardDatabases databases = ShardDatabases.h2(names).whoami().withFaults()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            databases.names().stream()
                    .filter(name -> name.startsWith("h"))
                    .forEach(name ->
                            databases.faults(name).at(FaultPoint.CONNECT).hang());
            try (EntityManagerFactory emf = Work.open(databases.settings())) {
                assertThat(Work.whoami(emf, "ok")).isEqualTo("ok");
                assertThat(databases.names().subList(0, 19))
                        .allSatisfy(name -> assertThat(databases.faults(name).calls(FaultPoint.CONNECT))
                                .isEqualTo(1));
            }
            databases.names().forEach(name -> databases.faults(name).clear());
            leaks.assertNothingLeft();
        }
    }

    @Test
    void aStrictStartNamesEveryShardThatDoesNotOpenAndLeavesNothing() {
        try (ShardDatabases databases =
                ShardDatabases.h2("a", "b", "c").whoami().withFaults()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            databases.faults("a").at(FaultPoint.CONNECT).hang();
            databases.faults("c").at(FaultPoint.CONNECT).fail();
            Map<String, Object> settings = settings(databases, "1000");
            settings.put("virgo.start", "strict");
            assertThatThrownBy(() -> Work.open(settings))
                    .hasStackTraceContaining("virgo.shard.a: its pool did not open within 1000 ms")
                    .hasStackTraceContaining("virgo.shard.c: its pool cannot be opened")
                    .hasStackTraceContaining(VirgoConfigurationException.class.getName());
            databases.names().forEach(name -> databases.faults(name).clear());
            leaks.assertNothingLeft();
            try (EntityManagerFactory emf = Work.open(settings)) {
                assertThat(Shards.of(emf).figures()).allMatch(PoolFigures::open);
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // the attempts outlive the start, and Hibernate's registries with it
    void aFailedStartTellsItsReasonThoughAttemptsToOpenCannotBeInterrupted() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c").whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            Map<String, Object> settings = settings(databases, "1000");
            settings.put("virgo.start", "strict");
            for (String shard : List.of("a", "c")) {
                settings.put(
                        "virgo.shard." + shard + ".hibernate.connection.provider_class",
                        StubbornConnections.class.getName());
            }
            StubbornConnections.hold();
            try {
                assertThatThrownBy(() -> Work.open(settings))
                        .hasStackTraceContaining("virgo.shard.a: its pool did not open within 1000 ms")
                        .hasStackTraceContaining("virgo.shard.c: its pool did not open within 1000 ms");
            } finally {
                StubbornConnections.release();
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // C37: a server that accepts and never answers
    void callersOfAServerThatNeverAnswersFailInTimeAndShareOneAttempt() throws Exception {
        try (ShardDatabases databases = ShardDatabases.postgres("a").whoami();
                BlackHole hole = new BlackHole()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            Map<String, Object> settings = settings(databases, "2000");
            settings.put(
                    "virgo.shard.hung.hibernate.connection.url",
                    "jdbc:postgresql://" + hole.address() + "/x?sslmode=disable");
            try (EntityManagerFactory emf = Work.open(settings)) {
                List<Throwable> failures = Crew.all(
                        8,
                        i -> () -> catchThrowable(
                                () -> Shards.of(emf).dataSource("hung").getConnection()));
                assertThat(failures)
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOf(ShardUnavailableException.class)
                                .hasMessageContaining("shard 'hung'"));
                assertThat(hole.accepted()).isEqualTo(1);
                assertThat(Work.whoami(emf, "a")).isEqualTo("a");
            }
            hole.close();
            leaks.assertNothingLeft();
        }
    }

    @Test // C39, F4
    void aShardThatHangsHoldsOneCallerWhileTheOthersFailAtOnceAndComesBackByItself() throws Exception {
        try (ShardDatabases databases =
                ShardDatabases.h2("s1", "s2", "s3").whoami().withFaults()) {
            try (EntityManagerFactory emf = Work.open(settings(databases, "PT5S"))) {
                Shards shards = Shards.of(emf);
                FaultRule hang = databases.faults("s2").at(FaultPoint.CONNECT).hang();
                assertThatThrownBy(() -> shards.dataSource("s2").getConnection())
                        .hasMessageContaining("did not open within 5000 ms");
                assertThat(shards.figures("s2").suspect()).isTrue();

                Future<Throwable> probe = Crew.begin(() -> catchThrowable(
                        () -> shards.dataSource("s2").getConnection().close()));
                Polling.until("one caller tries", () -> shards.figures("s2").waiting() == 1);
                List<String> refused = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    String shard = "s" + (1 + i % 3);
                    if (shard.equals("s2")) {
                        refused.add(String.valueOf(
                                catchThrowable(() -> shards.dataSource("s2").getConnection())
                                        .getMessage()));
                    } else {
                        assertThat(Work.whoami(emf, shard)).isEqualTo(shard);
                    }
                }
                assertThat(refused).hasSize(67).allMatch(text -> text.contains("another caller is trying it"));
                assertThat(probe.isDone()).isFalse();

                hang.remove();
                assertThat(probe.get()).isNull();
                assertThat(shards.figures("s2").suspect()).isFalse();
                assertThat(Work.whoami(emf, "s2")).isEqualTo("s2");
            }
        }
    }
}
