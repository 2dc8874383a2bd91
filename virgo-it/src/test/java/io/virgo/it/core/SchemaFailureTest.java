package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Schema work that fails on some of many shards. */
@ExtendWith(VirgoCheck.class)
class SchemaFailureTest {

    private static ShardDatabases twentyShards() {
        return ShardDatabases.h2(IntStream.rangeClosed(1, 20)
                        .mapToObj(i -> String.format(Locale.ROOT, "s%02d", i))
                        .toArray(String[]::new))
                .withFaults();
    }

    private static Map<String, Object> settings(ShardDatabases databases, String auto, boolean halt) {
        Map<String, Object> settings = databases.settings();
        settings.put("hibernate.hbm2ddl.auto", auto);
        settings.put("hibernate.hbm2ddl.halt_on_error", halt);
        // Factories of one JVM share JCache's manager, and one that started beside others was seen to find it closed.
        settings.put("hibernate.cache.use_second_level_cache", false);
        settings.put("hibernate.cache.use_query_cache", false);
        return settings;
    }

    private static List<String> without(ShardDatabases databases, String... names) {
        return databases.names().stream()
                .filter(name -> !List.of(names).contains(name))
                .toList();
    }

    /** Helper tables do not count: they are offered to each database at each start. */
    private static List<String> changes(ShardDatabases databases, String shard) {
        return databases.faults(shard).statements().stream()
                .map(sql -> sql.toLowerCase(Locale.ROOT))
                .filter(sql -> !sql.contains("temporary"))
                .filter(sql -> sql.contains("create ") || sql.contains("alter ") || sql.contains("drop "))
                .toList();
    }

    @Test // C46
    void aFailureTellsWhatBecameOfEachShardAndTheNextRunDoesOnlyWhatIsMissing() {
        try (ShardDatabases databases = twentyShards()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            databases
                    .faults("s07")
                    .at(FaultPoint.EXECUTE)
                    .matching("create table")
                    .fail();
            databases.faults("s15").at(FaultPoint.CONNECT).fail();
            List<String> others = without(databases, "s07", "s15");
            assertThatThrownBy(() -> Work.open(settings(databases, "update", true)))
                    .hasStackTraceContaining("shard 's07': ")
                    .hasStackTraceContaining("Injected at EXECUTE on shard s07")
                    .hasStackTraceContaining(
                            "schema work was done on " + others + ", failed on [s07], not started on [s15]");
            assertThat(others)
                    .noneMatch(shard -> changes(databases, shard).isEmpty())
                    .allMatch(shard -> databases.probe(shard).count("item") == 0);
            leaks.assertNothingLeft();

            databases.names().forEach(shard -> {
                databases.faults(shard).clear();
                databases.faults(shard).clearStatements();
            });
            Work.open(settings(databases, "update", true)).close();
            assertThat(others)
                    .allSatisfy(shard -> assertThat(changes(databases, shard)).isEmpty());
            for (String shard : List.of("s07", "s15")) {
                assertThat(changes(databases, shard)).anyMatch(sql -> sql.contains("create table item"));
            }
            Work.open(settings(databases, "validate", true)).close();
        }
    }

    @Test // C46
    void aStartThatGoesOnAfterRefusedCommandsWarnsOfTheShard() {
        Logger schema = (Logger) LoggerFactory.getLogger("io.virgo.core.schema");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        schema.addAppender(log);
        try (ShardDatabases databases = twentyShards()) {
            databases
                    .faults("s07")
                    .at(FaultPoint.EXECUTE)
                    .matching("create table")
                    .fail();
            try (EntityManagerFactory emf = Work.open(settings(databases, "update", false))) {
                without(databases, "s07").forEach(shard -> Work.write(emf, shard, shard));
            }
            assertThat(log.list)
                    .filteredOn(event -> event.getLevel() == Level.WARN)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .contains("done on " + without(databases, "s07") + ", failed on [s07], not started on []")
                    .contains("halt_on_error");
        } finally {
            schema.detachAppender(log);
        }
    }

    @Test // C46
    void aShardAtAnotherVersionStopsAValidatingStartByName() {
        try (ShardDatabases databases = twentyShards()) {
            Work.create(databases.settings()).close();
            databases.probe("s07").execute("alter table item drop column name");
            assertThatThrownBy(() -> Work.open(settings(databases, "validate", false)))
                    .hasStackTraceContaining("shard 's07': Schema validation: missing column [name]")
                    .hasStackTraceContaining("done on " + without(databases, "s07") + ", failed on [s07]");
        }
    }

    @ParameterizedTest // C46: the slower finds the table made between its look and its command
    @ValueSource(booleans = {false, true})
    void aStartThatIsOvertakenByAnotherHarmsNeither(boolean halt) throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c").withFaults()) {
            FaultRule held = databases
                    .faults("b")
                    .at(FaultPoint.EXECUTE)
                    .matching("create table")
                    .once()
                    .hang();
            Future<EntityManagerFactory> slower = Crew.begin(() -> Work.open(settings(databases, "update", halt)));
            held.awaitHit();
            try (EntityManagerFactory faster = Work.open(settings(databases, "update", true))) {
                databases.names().forEach(shard -> Work.write(faster, shard, "faster"));
                held.release();
                if (halt) {
                    assertThatThrownBy(slower::get)
                            .hasStackTraceContaining("shard 'b': ")
                            .hasStackTraceContaining("done on [a, c], failed on [b]");
                } else {
                    try (EntityManagerFactory emf = slower.get()) {
                        databases.names().forEach(shard -> Work.write(emf, shard, "slower"));
                    }
                }
            }
            Work.open(settings(databases, "update", true)).close();
            Work.open(settings(databases, "validate", true)).close();
            assertThat(databases.names())
                    .allMatch(shard -> databases.probe(shard).count("item") == (halt ? 1 : 2));
        }
    }

    @Test // C46
    void startsThatMeetAllServe() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c").withFaults()) {
            List<EntityManagerFactory> together =
                    Crew.all(6, i -> () -> Work.open(settings(databases, "update", false)));
            try {
                together.forEach(emf -> databases.names().forEach(shard -> Work.write(emf, shard, "together")));
            } finally {
                together.forEach(EntityManagerFactory::close);
            }
            Work.open(settings(databases, "validate", true)).close();
            assertThat(databases.names())
                    .allMatch(shard -> databases.probe(shard).count("item") == 6);
        }
    }
}
