package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeakCheckTest {

    private final ShardDatabases databases = ShardDatabases.h2("eu", "us");
    private final CountDownLatch end = new CountDownLatch(1);
    private final LeakCheck leaks = LeakCheck.begin(databases);

    @AfterEach
    void close() {
        end.countDown();
        databases.close();
    }

    @Test
    void nothingLeftIsNoError() throws Exception {
        databases.dataSource("eu").getConnection().close();
        Thread ends = thread("ends", false);
        end.countDown();
        leaks.assertNothingLeft();
        assertThat(ends.isAlive()).isFalse();
    }

    @Test
    void waitsForWhatIsAboutToEnd() {
        thread("ends soon", false);
        new Thread(end::countDown).start();
        leaks.assertNothingLeft();
    }

    @Test
    void namesConnectionsAndThreads() throws Exception {
        Connection before = databases.dataSource("eu").getConnection();
        LeakCheck later = LeakCheck.begin(databases);
        Connection after = databases.dataSource("us").getConnection();
        thread("keeps the JVM", false);
        thread("HikariPool-1 housekeeper", true);
        thread("some daemon", true);
        assertThatThrownBy(() -> later.assertNothingLeftWithin(Duration.ZERO))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("to shard us")
                .hasMessageContaining("non-daemon thread keeps the JVM")
                .hasMessageContaining("thread HikariPool-1 housekeeper")
                .message()
                .doesNotContain("some daemon", "to shard eu");
        before.close();
        after.close();
    }

    private Thread thread(String name, boolean daemon) {
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(daemon);
        thread.start();
        return thread;
    }
}
