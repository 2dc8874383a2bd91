package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.PoolFigures;
import io.virgo.core.Shards;
import io.virgo.it.core.fixture.DirectConnections;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.Polling;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One factory for all databases: nothing but the pools multiplies with the shards. */
@ExtendWith(VirgoCheck.class)
class OneFactoryTest {

    @Test
    @DisplayName(
            "001-06, 001-08, 001-09: one SessionFactory and no more threads, for thirty shards that are all in use")
    void onlyPoolsMultiplyWithTheShards() {
        String[] names = IntStream.range(0, 30).mapToObj(i -> "s" + i).toArray(String[]::new);
        try (ShardDatabases databases = ShardDatabases.h2(names).whoami()) {
            List<SessionFactory> made = new ArrayList<>();
            Map<String, Object> settings = databases.settings();
            settings.put("hibernate.session_factory_observer", new SessionFactoryObserver() {
                @Override
                public void sessionFactoryCreated(SessionFactory factory) {
                    made.add(factory);
                }
            });
            settings.put("virgo.shard.DEFAULT.hibernate.connection.provider_class", DirectConnections.class.getName());
            Set<Thread> before = threads();
            try (EntityManagerFactory emf = Work.create(settings)) {
                for (String shard : names) {
                    Work.write(emf, shard, shard);
                    assertThat(Work.whoami(emf, shard)).isEqualTo(shard);
                }
                Polling.until("no shard has a thread of its own", () -> before.containsAll(threads()));
                assertThat(made).containsExactly(emf.unwrap(SessionFactory.class));
                assertThat(emf.getMetamodel().getEntities()).hasSize(1);
                assertThat(Shards.of(emf).figures()).hasSize(30).allMatch(PoolFigures::open);
                assertThat(databases.names()).allMatch(shard -> DirectConnections.made(databases.url(shard)) == 1);
            }
        }
    }

    @Test
    @DisplayName("I2, 000-40: a start sends as many statements for sixty-four shards as for one, all to one of them")
    void aStartAsksOneShardWhateverTheirNumber() {
        assertThat(statementsOfAStart(64)).isEqualTo(statementsOfAStart(1));
    }

    private static List<String> statementsOfAStart(int shards) {
        String[] names = IntStream.range(0, shards).mapToObj(i -> "s" + i).toArray(String[]::new);
        try (ShardDatabases databases = ShardDatabases.h2(names).withFaults();
                EntityManagerFactory emf = Work.open(databases.settings())) {
            assertThat(emf.isOpen()).isTrue();
            List<List<String>> sent = databases.names().stream()
                    .map(name -> databases.faults(name).statements())
                    .filter(statements -> !statements.isEmpty())
                    .toList();
            assertThat(sent).hasSizeLessThanOrEqualTo(1);
            return sent.stream().flatMap(List::stream).toList();
        }
    }

    /** The threads that are not of the JVM, the tests or the databases. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("H2"))
                .filter(Thread::isAlive)
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("A14: shards whose names begin alike are shards of their own")
    void namesThatBeginAlikeAreNotMixedUp() {
        try (ShardDatabases databases =
                ShardDatabases.h2("s1", "s1_a", "s10", "s1-b").whoami()) {
            try (EntityManagerFactory emf = Work.create(databases.settings())) {
                for (String shard : databases.names()) {
                    Work.run(emf, shard, em -> em.persist(new Item(shard)));
                }
                for (String shard : databases.names()) {
                    assertThat(Work.whoami(emf, shard)).isEqualTo(shard);
                    assertThat(Work.read(emf, shard)).containsExactly(shard);
                }
            }
        }
    }
}
