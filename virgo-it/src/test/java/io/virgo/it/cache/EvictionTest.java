package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.core.UnknownShardException;
import io.virgo.it.cache.fixture.Blog;
import io.virgo.it.cache.fixture.Post;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.stat.spi.StatisticsImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Eviction from the second-level cache for one shard, and what statements on many rows do to it. */
@ExtendWith(VirgoCheck.class)
class EvictionTest {

    private static final List<String> SHARDS = List.of("s0", "s1");

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s0", "s1");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.cached(databases);

    private StatisticsImplementor statistics;

    @BeforeEach
    void fillAndWarm() {
        for (String shard : SHARDS) {
            databases.probe(shard).update("insert into blog (id, code, title) values (1, 'X', ?)", shard);
            databases
                    .probe(shard)
                    .update("insert into post (id, title, dayNumber, blog_id) values (1, ?, 1, 1)", shard);
            posts(shard);
        }
        statistics = Units.fresh(factory);
    }

    private String title(String shard) {
        return Units.read(factory, shard, s -> s.find(Blog.class, 1L).title);
    }

    private List<String> posts(String shard) {
        return Units.read(
                factory,
                shard,
                s -> s.find(Blog.class, 1L).getPosts().stream()
                        .map(Post::getTitle)
                        .toList());
    }

    private void changeBehindTheCache() {
        SHARDS.forEach(shard -> databases.probe(shard).update("update blog set title = 'changed'"));
    }

    @Test
    @DisplayName("C28: Shards.evict removes one shard's entry and leaves the other's")
    void evictsAnEntityOfOneShard() {
        changeBehindTheCache();
        Shards.of(factory).evict("s0", Blog.class, 1L);
        assertThat(title("s0")).isEqualTo("changed");
        assertThat(title("s1")).isEqualTo("s1");
        assertThat(statistics.getSecondLevelCacheHitCount()).isEqualTo(1);
        assertThat(statistics.getSecondLevelCacheMissCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("C28: Shards.evictCollection likewise")
    void evictsACollectionOfOneShard() {
        for (String shard : SHARDS) {
            databases.probe(shard).update("insert into post (id, title, dayNumber, blog_id) values (2, 'more', 1, 1)");
        }
        Shards.of(factory).evictCollection("s0", Blog.class, "posts", 1L);
        assertThat(posts("s0")).containsExactly("s0", "more");
        assertThat(posts("s1")).containsExactly("s1");
    }

    @Test
    @DisplayName("C28: eviction for an unknown shard is refused, with the known ones")
    void refusesUnknownShards() {
        assertThatThrownBy(() -> Shards.of(factory).evict("nosuch", Blog.class, 1L))
                .isInstanceOf(UnknownShardException.class)
                .hasMessageContaining("nosuch")
                .hasMessageContaining("[s0, s1]");
        assertThatThrownBy(() -> Shards.of(factory).evictCollection("nosuch", Blog.class, "posts", 1L))
                .isInstanceOf(UnknownShardException.class);
    }

    @Test
    @DisplayName(
            "C28: Hibernate's own contains and evict by id find nothing; those for a whole type work, on all shards")
    void hibernatesOwnEvictionByIdFindsNothing() {
        changeBehindTheCache();
        assertThat(factory.getCache().contains(Blog.class, 1L)).isFalse();
        factory.getCache().evict(Blog.class, 1L);
        factory.getCache().evictEntityData(Blog.class, 1L);
        assertThat(title("s0")).isEqualTo("s0");
        assertThat(title("s1")).isEqualTo("s1");
        factory.getCache().evict(Blog.class);
        assertThat(title("s0")).isEqualTo("changed");
        assertThat(title("s1")).isEqualTo("changed");
    }

    @Test
    @DisplayName("C28: an HQL update on one shard empties the region of all, and every shard stays right")
    void bulkStatementEmptiesTheRegionOfAllShards() {
        Units.write(
                factory,
                "s1",
                s -> s.createMutationQuery("update Blog set title = 'bulk'").executeUpdate());
        Units.fresh(factory);
        assertThat(title("s0")).isEqualTo("s0");
        assertThat(title("s1")).isEqualTo("bulk");
        assertThat(statistics.getSecondLevelCacheHitCount()).isZero();
        assertThat(statistics.getSecondLevelCacheMissCount()).isEqualTo(2);
        assertThat(databases.probe("s0").single("select title from blog", String.class))
                .isEqualTo("s0");
    }

    @Test
    @DisplayName("C28: an HQL update that is rolled back leaves the right rows on all shards")
    void rolledBackBulkStatementLeavesTheRightRows() {
        assertThatThrownBy(() -> Units.write(factory, "s1", s -> {
                    s.createMutationQuery("update Blog set title = 'bulk'").executeUpdate();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(title("s0")).isEqualTo("s0");
        assertThat(title("s1")).isEqualTo("s1");
    }
}
