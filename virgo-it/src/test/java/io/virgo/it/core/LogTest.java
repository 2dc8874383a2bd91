package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.virgo.core.CurrentShard;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

@ExtendWith(VirgoCheck.class)
class LogTest {

    private final Logger virgo = (Logger) LoggerFactory.getLogger("io.virgo.core");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        virgo.addAppender(log);
        virgo.setAdditive(false);
        virgo.setLevel(Level.TRACE);
    }

    @AfterEach
    void stop() {
        virgo.detachAppender(log);
        virgo.setAdditive(true);
        virgo.setLevel(null);
    }

    @Test
    void aStartWritesOneMaskedLineThatNamesEveryShard() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us")) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.us.hibernate.connection.url", databases.url("us") + ";PASSWORD=S3cret");
            settings.put("virgo.shard.us.hibernate.connection.password", "S3cret");
            settings.put("virgo.shard.down.hibernate.connection.url", "jdbc:nosuch:x;PASSWORD=S3cret");
            settings.put("hibernate.hbm2ddl.auto", "update");
            Work.open(settings).close();
            List<String> lines = log.list.stream()
                    .filter(event -> event.getLevel() == Level.INFO)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
            assertThat(lines).hasSize(1);
            assertThat(lines.get(0))
                    .contains("3 shards", "eu=jdbc:h2", "us=jdbc:h2")
                    .doesNotContain("\n");
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .noneMatch(line -> line.contains("S3cret"))
                    .anyMatch(line -> line.contains("'down'") && line.contains("its schema was neither"));
        }
    }

    @Test // C35
    void aStartTellsHowManyConnectionsEachServerHasToBeReadyFor() {
        try (ShardDatabases databases = ShardDatabases.h2("a")) {
            Map<String, Object> settings = databases.settings();
            for (int i = 0; i < 100; i++) {
                settings.put(
                        "virgo.shard.s" + i + ".hibernate.connection.url", "jdbc:postgresql://db.invalid:5433/s" + i);
                settings.put("virgo.shard.s" + i + ".hibernate.hikari.maximumPoolSize", "10");
                settings.put("virgo.shard.s" + i + ".hibernate.hikari.minimumIdle", "2");
            }
            settings.put("virgo.shard.t.hibernate.connection.url", "jdbc:mariadb://app:S3cret@other.invalid/t");
            settings.put("virgo.shard.t.hibernate.c3p0.max_size", "20");
            settings.put("virgo.shard.u.hibernate.connection.datasource", databases.dataSource("a"));
            Work.open(settings).close();
            String line = log.list.stream()
                    .filter(event -> event.getLevel() == Level.INFO)
                    .map(ILoggingEvent::getFormattedMessage)
                    .collect(Collectors.joining("\n"));
            String sums = line.substring(line.indexOf("connections when all pools are open, by server: "));
            assertThat(sums)
                    .contains("db.invalid:5433 200 to 1000", ", other.invalid 3 to 20")
                    .contains("jdbc:h2:mem:")
                    .contains(" 1 to 20, other")
                    .endsWith("not known of [u]");
            assertThat(line).doesNotContain("S3cret").doesNotContain("\n");
        }
    }

    @Test // C43
    void theLoggingContextHoldsTheShardWhileAScopeIsOpen() {
        CurrentShard.run("eu", () -> {
            assertThat(MDC.get("virgo.shard")).isEqualTo("eu");
            CurrentShard.run("us", () -> assertThat(MDC.get("virgo.shard")).isEqualTo("us"));
            assertThat(MDC.get("virgo.shard")).isEqualTo("eu");
        });
        assertThat(MDC.get("virgo.shard")).isNull();
    }
}
