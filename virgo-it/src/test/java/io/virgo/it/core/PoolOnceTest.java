package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.PoolFigures;
import io.virgo.core.Shards;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.DirectConnections;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One pool for each shard that is used, and none for others. */
@ExtendWith(VirgoCheck.class)
class PoolOnceTest {

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "s" + i).toArray(String[]::new);
    }

    @Test // C36, F7
    void fiftyThreadsOfTwoFactoriesMakeOnePoolPerShardAndFactory() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2(names(8)).whoami()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.DEFAULT.hibernate.connection.provider_class", DirectConnections.class.getName());
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory first = Work.open(settings);
                    EntityManagerFactory second = Work.open(settings)) {
                Crew.all(50, thread -> () -> {
                    for (int i = 0; i < 200; i++) {
                        Shards shards = Shards.of((thread + i) % 2 == 0 ? first : second);
                        try (Connection c =
                                shards.dataSource("s" + (thread + i / 2) % 8).getConnection()) {
                            assertThat(c.isValid(1)).isTrue();
                        }
                    }
                    return thread;
                });
                for (String shard : databases.names()) {
                    assertThat(DirectConnections.made(databases.url(shard))).isEqualTo(2);
                }
                assertThat(Shards.of(first).figures()).allSatisfy(figures -> {
                    assertThat(figures.active()).isZero();
                    assertThat(figures.failed()).isZero();
                });
                long acquired = List.of(first, second).stream()
                        .flatMap(emf -> Shards.of(emf).figures().stream())
                        .mapToLong(PoolFigures::acquired)
                        .sum();
                assertThat(acquired).isGreaterThanOrEqualTo(10_000);
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // C36: opening is slow enough for all to meet
    void callersThatMeetAtAnOpeningPoolShareIt() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b").whoami().withFaults()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "4");
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.minimumIdle", "1");
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.open(settings)) {
                var slow = databases.faults("b").at(FaultPoint.CONNECT).once().hang();
                var racing = Crew.begin(() -> Crew.all(50, i -> () -> Work.whoami(emf, "b")));
                slow.awaitHit();
                slow.release();
                assertThat(racing.get()).hasSize(50).containsOnly("b");
                for (int i = 0; i < 1000; i++) {
                    assertThat(Work.whoami(emf, "b")).isEqualTo("b");
                }
                assertThat(databases.faults("b").opened()).isLessThanOrEqualTo(4);
            }
            leaks.assertNothingLeft();
            assertThat(databases.faults("b").open()).isZero();
        }
    }

    @Test // I2, 000-40
    void aStartWithSixtyFourShardsOpensOnePool() {
        try (ShardDatabases databases = ShardDatabases.h2(names(64)).withFaults()) {
            try (EntityManagerFactory emf = Work.open(databases.settings())) {
                assertThat(Shards.of(emf).figures().stream().filter(PoolFigures::open))
                        .hasSize(1);
                assertThat(databases.names().stream()
                                .filter(name -> databases.faults(name).opened() > 0))
                        .hasSize(1);
            }
        }
    }

    @Test // C35
    void ofAHundredShardsOnlyThoseInUseHoldConnections() {
        try (ShardDatabases databases = ShardDatabases.h2(names(100)).whoami()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "10");
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.minimumIdle", "0");
            try (EntityManagerFactory emf = Work.open(settings)) {
                List.of("s0", "s50", "s99").forEach(shard -> Work.whoami(emf, shard));
                assertThat(Shards.of(emf).figures().stream()
                                .filter(PoolFigures::open)
                                .map(PoolFigures::shard))
                        .containsExactly("s0", "s50", "s99");
                assertThat(databases.sessions()).hasSizeLessThanOrEqualTo(3);
            }
        }
    }
}
