package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.PoolFigures;
import io.virgo.core.ShardHealth;
import io.virgo.core.ShardUnavailableException;
import io.virgo.core.Shards;
import io.virgo.core.UnknownShardException;
import io.virgo.it.core.fixture.Crew;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.OpenWork;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Shards that come and go while others work. */
@ExtendWith(VirgoCheck.class)
class GrowthTest {

    private static final Duration GRACE = Duration.ofSeconds(20);

    private static Map<String, Object> own(ShardDatabases databases, String shard) {
        return Map.of("hibernate.connection.url", databases.url(shard));
    }

    private static Map<String, Object> firstOf(ShardDatabases databases, int count) {
        Map<String, Object> settings = databases.settings();
        databases.names().stream()
                .skip(count)
                .forEach(name -> settings.remove("virgo.shard." + name + ".hibernate.connection.url"));
        return settings;
    }

    @Test // C40
    void addingFortyFiveShardsDisturbsNobodyAndABadOneIsRefusedWhole() throws Exception {
        String[] names = IntStream.rangeClosed(11, 60).mapToObj(i -> "s" + i).toArray(String[]::new);
        try (ShardDatabases databases = ShardDatabases.h2(names).whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.open(firstOf(databases, 5))) {
                Shards shards = Shards.of(emf);
                AtomicBoolean grown = new AtomicBoolean();
                Future<List<Long>> hammering = Crew.begin(() -> Crew.all(16, thread -> () -> {
                    long done = 0;
                    while (!grown.get() || done < 20) {
                        List<String> snapshot = shards.names();
                        String shard = snapshot.get((int) ((thread + done++) % snapshot.size()));
                        assertThat(Work.whoami(emf, shard)).isEqualTo(shard);
                    }
                    return done;
                }));
                List<String> before = shards.names();
                for (String name : databases.names().subList(5, 50)) {
                    if (name.equals("s30")) {
                        Map<String, Object> wrong = Map.of(
                                "hibernate.connection.url",
                                databases.url(name),
                                "hibernate.connection.password",
                                "Wr0ng");
                        assertThatThrownBy(() -> shards.add(name, wrong))
                                .isInstanceOf(ShardUnavailableException.class)
                                .hasMessageContaining("shard 's30'")
                                .hasMessageNotContaining("Wr0ng");
                        assertThat(shards.names()).doesNotContain(name);
                    }
                    shards.add(name, own(databases, name));
                }
                grown.set(true);
                assertThat(hammering.get()).hasSize(16);
                assertThat(before).as("a snapshot does not grow").hasSize(5);
                assertThat(shards.names()).containsExactly(names);
                assertThat(shards.figures()).extracting(PoolFigures::failed).containsOnly(0L);
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // C41, F8
    void workOnARemovedShardMayFinishAndNewWorkIsRefused() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b").whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.create(databases.settings())) {
                Shards shards = Shards.of(emf);
                OpenWork one = OpenWork.on(emf, "b");
                OpenWork two = OpenWork.on(emf, "b");
                one.em().persist(new Item("one"));
                one.em().flush();
                two.em().persist(new Item("two"));
                two.em().flush();
                Future<Boolean> removal = Crew.begin(() -> shards.remove("b", GRACE));
                Polling.until("b is gone", () -> !shards.names().contains("b"));
                assertThatThrownBy(() -> Work.whoami(emf, "b"))
                        .hasStackTraceContaining("UnknownShardException: shard 'b' was removed; known shards are [a]");
                one.commit();
                assertThat(removal.isDone()).isFalse();
                two.commit();
                assertThat(removal.get()).isTrue();
                assertThat(databases.probe("b").count("item")).isEqualTo(2);
                assertThat(databases.sessions())
                        .noneMatch(session -> session.shard().equals("b"));
                assertThat(Work.whoami(emf, "a")).isEqualTo("a");
            }
            leaks.assertNothingLeft();
        }
    }

    @Test // C41, F8
    void withoutGraceOpenWorkIsCutOffAndSaidSo() {
        // On PostgreSQL, whose driver can abort a connection.
        try (ShardDatabases databases = ShardDatabases.postgres("a", "b").whoami()) {
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "2");
            try (EntityManagerFactory emf = Work.create(settings)) {
                OpenWork work = OpenWork.on(emf, "b");
                work.em().persist(new Item("lost"));
                work.em().flush();
                assertThat(Shards.of(emf).remove("b", Duration.ZERO)).isFalse();
                assertThatThrownBy(work::commit).isNotNull();
                Polling.until(
                        "no session is left",
                        () -> databases.sessions().stream()
                                .noneMatch(session -> session.shard().equals("b")));
                assertThat(databases.probe("b").count("item")).isZero();
            }
        }
    }

    @Test // C41
    void aNameUsedAgainGetsNothingOfTheOldDatabase() throws Exception {
        try (ShardDatabases databases =
                ShardDatabases.h2("a", "old", "new", "newest").whoami()) {
            Map<String, Object> settings = firstOf(databases, 1);
            settings.put("virgo.shard.s.hibernate.connection.url", databases.url("old"));
            settings.put("hibernate.cache.region.factory_class", "jcache");
            settings.put("hibernate.javax.cache.missing_cache_strategy", "create");
            settings.put("jakarta.persistence.sharedCache.mode", "ALL");
            try (EntityManagerFactory emf = Work.create(settings)) {
                Shards shards = Shards.of(emf);
                for (int i = 0; i < 3; i++) {
                    Work.write(emf, "s", "old " + i);
                }
                assertThat(nameOf(emf, 1)).isEqualTo("old 0");
                OpenWork ofTheOld = OpenWork.on(emf, "s");
                ofTheOld.em().persist(new Item("last of the old"));
                ofTheOld.em().flush();
                Future<Boolean> removal = Crew.begin(() -> shards.remove("s", GRACE));
                Polling.until("s is gone", () -> !shards.names().contains("s"));

                copySchema(databases, "new");
                shards.add("s", own(databases, "new"));
                assertThat(Work.write(emf, "s", "new 0"))
                        .as("an id of the new database")
                        .isEqualTo(1);
                assertThat(nameOf(emf, 1)).isEqualTo("new 0");
                OpenWork ofTheNew = OpenWork.on(emf, "s");
                ofTheNew.em().persist(new Item("last of the new"));
                ofTheNew.em().flush();
                Future<Boolean> second = Crew.begin(() -> shards.remove("s", GRACE));
                Polling.until("s is gone again", () -> !shards.names().contains("s"));

                copySchema(databases, "newest");
                shards.add("s", own(databases, "newest"));
                ofTheNew.commit();
                ofTheOld.commit();
                assertThat(removal.get()).isTrue();
                assertThat(second.get()).isTrue();
                for (int i = 0; i < 30; i++) {
                    assertThat(Work.whoami(emf, "s")).isEqualTo("newest");
                }
                assertThat(databases.probe("old").count("item")).isEqualTo(4);
                assertThat(databases.probe("new").count("item")).isEqualTo(2);
                assertThat(databases.sessions())
                        .extracting(session -> session.shard())
                        .doesNotContain("old", "new");
                assertThat(shards.figures("s").active()).isZero();
            }
        }
    }

    private static String nameOf(EntityManagerFactory emf, long id) {
        return Work.on(emf, "s", em -> em.find(Item.class, id).name());
    }

    private static void copySchema(ShardDatabases databases, String to) {
        databases.probe(to).execute("create table item (id bigint primary key, name varchar(255))");
        databases.probe(to).execute("create sequence item_SEQ start with 1 increment by 50");
    }

    @Test // C42
    void healthListsEveryShardAloneWithATimeOfItsOwnAndTouchesNoKey() {
        try (ShardDatabases databases =
                ShardDatabases.h2("a", "b", "c").whoami().withFaults()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.open(firstOf(databases, 2))) {
                Shards shards = Shards.of(emf);
                databases
                        .faults("b")
                        .at(io.virgo.it.kit.fault.FaultPoint.CONNECT)
                        .hang();
                shards.add("c", own(databases, "c"));
                List<ShardHealth> health = shards.health(Duration.ofMillis(1500));
                assertThat(health).extracting(ShardHealth::shard).containsExactly("a", "b", "c");
                assertThat(health).extracting(ShardHealth::up).containsExactly(true, false, true);
                assertThat(health.get(1).problem())
                        .hasValueSatisfying(text -> assertThat(text).contains("1500 ms"));
                assertThat(io.virgo.core.CurrentShard.get()).isEmpty();
                databases.faults("b").clear();
                Polling.until(
                        "b is up",
                        () -> shards.health("b", Duration.ofSeconds(5)).up());
            }
            leaks.assertNothingLeft();
        }
    }

    @Test
    void whatCannotBeAddedOrRemovedIsRefusedWithTheReason() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b").whoami()) {
            try (EntityManagerFactory emf = Work.open(firstOf(databases, 1))) {
                Shards shards = Shards.of(emf);
                List<Runnable> refused = new ArrayList<>();
                refused.add(() -> shards.add("A", own(databases, "b")));
                refused.add(() -> shards.add("DEFAULT", own(databases, "b")));
                refused.add(() -> shards.add("no name", own(databases, "b")));
                refused.add(() -> shards.add("b", Map.of("url", databases.url("b"))));
                refused.add(() -> shards.add("b", Map.of("hibernate.connection.username", "sa")));
                assertThat(refused)
                        .allSatisfy(add -> assertThatThrownBy(add::run).isInstanceOf(IllegalArgumentException.class));
                assertThatThrownBy(() -> shards.remove("x", GRACE))
                        .isInstanceOf(UnknownShardException.class)
                        .hasMessageContaining("unknown shard 'x'; known shards are [a]");
                assertThat(shards.names()).containsExactly("a");
            }
        }
    }
}
