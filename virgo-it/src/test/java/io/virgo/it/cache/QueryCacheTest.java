package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.cache.fixture.Post;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.HibernateHints;
import org.hibernate.stat.spi.StatisticsImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The query cache answers each shard with its own result. */
@ExtendWith(VirgoCheck.class)
class QueryCacheTest {

    private static final List<String> SHARDS = List.of("s0", "s1", "s2");
    private static final String SINCE = "select p.title from Post p where p.dayNumber > :day order by p.id";

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s0", "s1", "s2");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.cached(databases);

    private StatisticsImplementor statistics;

    @BeforeEach
    void fill() {
        for (String shard : SHARDS) {
            for (int day = 1; day <= 4; day++) {
                databases
                        .probe(shard)
                        .update(
                                "insert into post (id, title, dayNumber) values (?, ?, ?)",
                                day,
                                shard + "/" + day,
                                day);
            }
        }
        statistics = Units.fresh(factory);
    }

    private static List<String> hql(Session session) {
        return session.createSelectionQuery(SINCE, String.class)
                .setParameter("day", 2)
                .setCacheable(true)
                .getResultList();
    }

    private static List<String> sql(Session session) {
        return session
                .createNativeQuery("select * from post where dayNumber > 2 order by id", Post.class)
                .addSynchronizedEntityClass(Post.class)
                .setCacheable(true)
                .getResultList()
                .stream()
                .map(Post::getTitle)
                .toList();
    }

    private static List<String> entities(Session session) {
        return session
                .createSelectionQuery("from Post p where p.dayNumber > 2 order by p.id", Post.class)
                .setCacheable(true)
                .getResultList()
                .stream()
                .map(Post::getTitle)
                .toList();
    }

    @Test
    @DisplayName("C27, B2, 000-37: a cached HQL query gives each shard's own rows, from the cache the second time")
    void hqlResultsAreKeptApart() {
        keptApart(QueryCacheTest::hql);
    }

    /** Hibernate 7.2.19 puts the result of a native query into the cache and does not always use it; so hits are not counted here. */
    @Test
    @DisplayName("C27, B2: a cached native query gives each shard's own rows")
    void nativeResultsAreKeptApart() {
        for (int round = 0; round < 2; round++) {
            for (String shard : SHARDS) {
                assertThat(Units.read(factory, shard, QueryCacheTest::sql)).containsExactly(shard + "/3", shard + "/4");
            }
        }
        assertThat(statistics.getQueryCachePutCount()).isPositive();
    }

    @Test
    @DisplayName("C27, B2: a cached query of entities likewise")
    void entityResultsAreKeptApart() {
        keptApart(QueryCacheTest::entities);
    }

    private void keptApart(java.util.function.Function<Session, List<String>> query) {
        List<String> all = new ArrayList<>();
        for (String shard : SHARDS) {
            all.addAll(Units.read(factory, shard, query));
        }
        assertThat(all).containsExactly("s0/3", "s0/4", "s1/3", "s1/4", "s2/3", "s2/4");
        assertThat(statistics.getQueryCacheHitCount()).isZero();
        assertThat(statistics.getQueryCachePutCount()).isEqualTo(3);
        long statements = statistics.getPrepareStatementCount();
        for (String shard : SHARDS) {
            assertThat(Units.read(factory, shard, query)).containsExactly(shard + "/3", shard + "/4");
        }
        assertThat(statistics.getQueryCacheHitCount()).isEqualTo(3);
        assertThat(statistics.getPrepareStatementCount()).isEqualTo(statements);
    }

    @Test
    @DisplayName("C27, B2: the siblings of one sharded entity manager likewise; the sum is that of separate counts")
    void siblingsGetTheirOwnResults() {
        for (int round = 0; round < 2; round++) {
            List<Object> all = new ArrayList<>();
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                for (String shard : sem.getShards()) {
                    sem.setCurrentShard(shard);
                    all.addAll(sem.createQuery(SINCE, String.class)
                            .setParameter("day", 1)
                            .setHint(HibernateHints.HINT_CACHEABLE, true)
                            .getResultList());
                }
            }
            long counted = SHARDS.stream()
                    .mapToLong(shard -> databases.probe(shard).count("post", "dayNumber > 1"))
                    .sum();
            assertThat(all).doesNotHaveDuplicates().hasSize((int) counted);
        }
        assertThat(statistics.getQueryCacheHitCount()).isEqualTo(3);
    }

    @Test
    @DisplayName("C27: after a write on one shard every shard's cached result is right")
    void writeOnOneShardKeepsAllResultsRight() {
        SHARDS.forEach(shard -> Units.read(factory, shard, QueryCacheTest::hql));
        Units.write(factory, "s1", s -> s.persist(new Post(9, "s1/9", 9, null)));
        assertThat(Units.read(factory, "s0", QueryCacheTest::hql)).containsExactly("s0/3", "s0/4");
        assertThat(Units.read(factory, "s1", QueryCacheTest::hql)).containsExactly("s1/3", "s1/4", "s1/9");
        assertThat(Units.read(factory, "s2", QueryCacheTest::hql)).containsExactly("s2/3", "s2/4");
    }
}
