package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Blog;
import io.virgo.it.cache.fixture.Category;
import io.virgo.it.cache.fixture.Post;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.stat.spi.StatisticsImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The second-level caches of entities, collections and natural ids hold one entry for each shard. */
@ExtendWith(VirgoCheck.class)
class EntityCacheTest {

    private static final List<String> SHARDS = List.of("s0", "s1", "s2");

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s0", "s1", "s2");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.cached(databases);

    private StatisticsImplementor statistics;

    @BeforeEach
    void fill() {
        for (String shard : SHARDS) {
            databases.probe(shard).update("insert into blog (id, code, title) values (777, 'X', ?)", "of " + shard);
            for (int i = 1; i <= 2; i++) {
                databases
                        .probe(shard)
                        .update(
                                "insert into post (id, title, dayNumber, blog_id) values (?, ?, 1, 777)",
                                i,
                                "post " + i + " of " + shard);
            }
            databases.probe(shard).update("insert into category (id, name, version) values (1, ?, 0)", shard);
            databases.probe(shard).update("insert into blog_category (blog_id, categories_id) values (777, 1)");
        }
        statistics = Units.fresh(factory);
    }

    private String title(String shard) {
        return Units.read(factory, shard, s -> s.find(Blog.class, 777L).title);
    }

    @Test
    @DisplayName(
            "C26, B1, 001-32, 000-31: the same id on each shard is an entry for each shard, missed once and hit then")
    void entriesOfEqualIdsAreKeptApart() {
        for (String shard : SHARDS) {
            assertThat(title(shard)).isEqualTo("of " + shard);
        }
        assertThat(statistics.getSecondLevelCacheHitCount()).isZero();
        assertThat(statistics.getSecondLevelCacheMissCount()).isEqualTo(3);
        assertThat(statistics.getSecondLevelCachePutCount()).isEqualTo(3);
        long statements = statistics.getPrepareStatementCount();
        for (String shard : SHARDS) {
            assertThat(title(shard)).isEqualTo("of " + shard);
        }
        assertThat(statistics.getSecondLevelCacheHitCount()).isEqualTo(3);
        assertThat(statistics.getPrepareStatementCount()).isEqualTo(statements);
    }

    @Test
    @DisplayName("C26: sibling sessions of one sharded entity manager are answered from their own shards' entries")
    void siblingsAreAnsweredFromTheirOwnEntries() {
        SHARDS.forEach(this::title);
        Units.fresh(factory);
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            for (String shard : List.of("s2", "s0", "s1", "s0")) {
                sem.setCurrentShard(shard);
                assertThat(sem.find(Blog.class, 777L).title).isEqualTo("of " + shard);
            }
        }
        assertThat(statistics.getSecondLevelCacheHitCount()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "C26, 000-32: what was found in the cache loads its collections from its own shard, whatever the thread's shard is")
    void cachedEntityLoadsTheRestFromItsOwnShard() {
        SHARDS.forEach(this::title);
        Units.fresh(factory);
        try (Session session = Units.session(factory, "s1");
                ShardScope other = CurrentShard.open("s2")) {
            Blog blog = session.find(Blog.class, 777L);
            assertThat(statistics.getSecondLevelCacheHitCount()).isEqualTo(1);
            assertThat(statistics.getPrepareStatementCount()).isZero();
            assertThat(blog.getPosts()).extracting(Post::getTitle).containsExactly("post 1 of s1", "post 2 of s1");
            assertThat(other.shard()).isEqualTo("s2");
        }
        assertThat(titlesOfPosts("s2")).containsExactly("post 1 of s2", "post 2 of s2");
    }

    private List<String> titlesOfPosts(String shard) {
        return Units.read(
                factory,
                shard,
                s -> s.find(Blog.class, 777L).getPosts().stream()
                        .map(Post::getTitle)
                        .toList());
    }

    @Test
    @DisplayName("C26, C27: the collection cache has an entry for each shard")
    void collectionsAreKeptApart() {
        String role = Blog.class.getName() + ".posts";
        for (int round = 0; round < 2; round++) {
            for (String shard : SHARDS) {
                assertThat(titlesOfPosts(shard)).containsExactly("post 1 of " + shard, "post 2 of " + shard);
            }
        }
        assertThat(statistics.getCollectionStatistics(role).getCacheMissCount()).isEqualTo(3);
        assertThat(statistics.getCollectionStatistics(role).getCachePutCount()).isEqualTo(3);
        assertThat(statistics.getCollectionStatistics(role).getCacheHitCount()).isEqualTo(3);
    }

    @Test
    @DisplayName("C27: the natural-id cache has an entry for each shard")
    void naturalIdsAreKeptApart() {
        databases.probe("s1").update("update blog set code = 'Y' where id = 777");
        databases.probe("s1").update("insert into blog (id, code, title) values (778, 'X', 'of s1')");
        for (int round = 0; round < 2; round++) {
            for (String shard : SHARDS) {
                Blog blog = Units.read(
                        factory, shard, s -> s.bySimpleNaturalId(Blog.class).load("X"));
                assertThat(blog.title).isEqualTo("of " + shard);
                assertThat(blog.id).isEqualTo(shard.equals("s1") ? 778L : 777L);
            }
        }
        assertThat(statistics.getNaturalIdCacheMissCount()).isEqualTo(3);
        assertThat(statistics.getNaturalIdCachePutCount()).isEqualTo(3);
        assertThat(statistics.getNaturalIdCacheHitCount()).isEqualTo(3);
    }

    @Test
    @DisplayName("000-39: versions of a shared object do not fight in the cache")
    void versionsOfSharedObjectsDoNotFight() {
        for (int round = 1; round <= 3; round++) {
            String name = "round " + round;
            Units.write(factory, "s1", s -> s.find(Category.class, 1L).name = name);
        }
        for (String shard : SHARDS) {
            Units.write(factory, shard, s -> s.find(Category.class, 1L).name = "last of " + shard);
        }
        for (String shard : SHARDS) {
            Category category = Units.read(factory, shard, s -> s.find(Category.class, 1L));
            assertThat(category.version).isEqualTo(shard.equals("s1") ? 4 : 1);
            assertThat(category.name).isEqualTo("last of " + shard);
            assertThat(databases.probe(shard).single("select name from category", String.class))
                    .isEqualTo("last of " + shard);
        }
        assertThat(statistics.getOptimisticFailureCount()).isZero();
    }

    @Test
    @DisplayName("C26: a write on one shard leaves the other shards' entries as they are")
    void writeTouchesTheEntryOfItsOwnShardOnly() {
        SHARDS.forEach(this::title);
        Units.write(factory, "s1", s -> s.find(Blog.class, 777L).title = "new");
        Units.fresh(factory);
        assertThat(title("s0")).isEqualTo("of s0");
        assertThat(title("s1")).isEqualTo("new");
        assertThat(title("s2")).isEqualTo("of s2");
        assertThat(statistics.getSecondLevelCacheHitCount()).isEqualTo(3);
        assertThat(statistics.getPrepareStatementCount()).isZero();
    }

    @Test
    @DisplayName("C26: a removal on one shard does not make the others' rows vanish")
    void removalOnOneShardIsNoneOnTheOthers() {
        SHARDS.forEach(this::title);
        Units.write(factory, "s1", s -> {
            Blog blog = s.find(Blog.class, 777L);
            blog.getPosts().forEach(s::remove);
            s.remove(blog);
        });
        assertThat(Units.<Blog>read(factory, "s1", s -> s.find(Blog.class, 777L)))
                .isNull();
        assertThat(title("s0")).isEqualTo("of s0");
        assertThat(title("s2")).isEqualTo("of s2");
    }
}
