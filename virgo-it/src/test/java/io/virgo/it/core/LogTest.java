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
