package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.ShardUnavailableException;
import io.virgo.core.Shards;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.OpenWork;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that are lost for some time, as their own drivers see it. */
@ExtendWith(VirgoCheck.class)
class LostServerTest {

    private static Map<String, Object> settings(ShardDatabases databases) {
        Map<String, Object> settings = databases.settings();
        settings.put("virgo.acquisition_timeout", "2000");
        settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "2");
        return settings;
    }

    private static void assertOthersServe(EntityManagerFactory emf) {
        for (int i = 0; i < 10; i++) {
            assertThat(Work.whoami(emf, "s1")).isEqualTo("s1");
            assertThat(Work.whoami(emf, "s3")).isEqualTo("s3");
        }
    }

    private static void assertServesAgain(EntityManagerFactory emf) {
        Polling.until("s2 serves", () -> catchThrowable(() -> Work.whoami(emf, "s2")) == null);
        assertThat(Work.whoami(emf, "s2")).isEqualTo("s2");
    }

    @ParameterizedTest // C37, C39, F4
    @CsvSource({"POSTGRESQL,refuse", "POSTGRESQL,black hole", "MARIADB,refuse", "MARIADB,black hole"})
    void aServerThatIsLostAtStartAndLaterHurtsItsOwnCallersAndServesAgain(DatabaseProduct product, String way) {
        try (ShardDatabases databases =
                ShardDatabases.of(product, "s1", "s2", "s3").whoami().behindProxies()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            if (way.equals("refuse")) {
                databases.proxy("s2").refuse();
            } else {
                databases.proxy("s2").blackHole();
            }
            try (EntityManagerFactory emf = Work.open(settings(databases))) {
                assertOthersServe(emf);
                assertThatThrownBy(() -> Work.whoami(emf, "s2"))
                        .hasStackTraceContaining(ShardUnavailableException.class.getName())
                        .hasStackTraceContaining("shard 's2'");
                assertOthersServe(emf);
                databases.proxy("s2").resume();
                assertServesAgain(emf);

                databases.proxy("s2").refuse();
                databases.proxy("s2").cutNow();
                Polling.until(
                        "s2 is refused by its name", () -> refusedByName(catchThrowable(() -> Work.whoami(emf, "s2"))));
                assertOthersServe(emf);
                databases.proxy("s2").resume();
                assertServesAgain(emf);
                assertThat(Shards.of(emf).figures()).allMatch(figures -> figures.active() == 0);
            }
            leaks.assertNothingLeft();
        }
    }

    private static boolean refusedByName(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShardUnavailableException unavailable) {
                return unavailable.getMessage().contains("'s2'");
            }
        }
        return false;
    }

    @ParameterizedTest // C41, F8
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aRemovalWithoutGraceCutsOffOpenWork(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "s1", "s2").whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.create(settings(databases))) {
                OpenWork work = OpenWork.on(emf, "s2");
                work.em().persist(new Item("lost"));
                work.em().flush();
                assertThat(Shards.of(emf).remove("s2", Duration.ZERO)).isFalse();
                assertThatThrownBy(work::commit).isNotNull();
                assertThatThrownBy(() -> Work.whoami(emf, "s2")).hasStackTraceContaining("shard 's2' was removed");
                assertThat(databases.probe("s2").count("item")).isZero();
                assertThat(Work.whoami(emf, "s1")).isEqualTo("s1");
            }
            leaks.assertNothingLeft();
        }
    }
}
