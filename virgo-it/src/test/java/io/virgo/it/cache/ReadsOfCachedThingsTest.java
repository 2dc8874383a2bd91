package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Blog;
import io.virgo.it.cache.fixture.Category;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.RollbackException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.CacheMode;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reading what is in the second-level cache does not count as writing, so that another shard may be written. */
@ExtendWith(VirgoCheck.class)
class ReadsOfCachedThingsTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s0", "s1");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.cached(databases);

    @BeforeEach
    void fill() {
        for (String shard : List.of("s0", "s1")) {
            databases.probe(shard).update("insert into blog (id, code, title) values (777, 'X', 'old')");
            databases.probe(shard).update("insert into post (id, title, dayNumber, blog_id) values (1, 'p', 1, 777)");
            databases.probe(shard).update("insert into category (id, name, version) values (1, ?, 0)", shard);
            databases.probe(shard).update("insert into blog_category (blog_id, categories_id) values (777, 1)");
        }
    }

    private static Map<String, Consumer<EntityManager>> reads() {
        Map<String, Consumer<EntityManager>> reads = new LinkedHashMap<>();
        reads.put("find", em -> em.find(Blog.class, 777L));
        reads.put("refresh", em -> em.refresh(em.find(Blog.class, 777L)));
        reads.put("refresh of a proxy", em -> em.refresh(em.getReference(Blog.class, 777L)));
        reads.put("refresh twice", em -> {
            Category category = em.find(Category.class, 1L);
            em.refresh(category);
            em.refresh(category, LockModeType.PESSIMISTIC_WRITE);
        });
        reads.put("refresh optimistically", em -> em.refresh(em.find(Category.class, 1L), LockModeType.OPTIMISTIC));
        reads.put("collections", em -> {
            Hibernate.initialize(em.find(Blog.class, 777L).getPosts());
            Hibernate.initialize(em.find(Blog.class, 777L).getCategories());
        });
        reads.put(
                "cached query",
                em -> em.createQuery("from Blog", Blog.class)
                        .setHint("org.hibernate.cacheable", true)
                        .getResultList());
        reads.put(
                "natural id",
                em -> em.unwrap(Session.class).bySimpleNaturalId(Blog.class).load("X"));
        reads.put("a cache put", em -> {
            em.unwrap(Session.class).setCacheMode(CacheMode.REFRESH);
            em.find(Blog.class, 777L);
        });
        for (LockModeType mode :
                List.of(LockModeType.OPTIMISTIC, LockModeType.PESSIMISTIC_READ, LockModeType.PESSIMISTIC_WRITE)) {
            reads.put("find " + mode, em -> em.find(Category.class, 1L, mode));
            reads.put("lock " + mode, em -> em.lock(em.find(Category.class, 1L), mode));
            reads.put(
                    "query " + mode,
                    em -> em.createQuery("from Category", Category.class)
                            .setLockMode(mode)
                            .getResultList());
        }
        reads.put("detach", em -> em.detach(em.find(Blog.class, 777L)));
        return reads;
    }

    @SuppressWarnings("try")
    private List<ShardedEntityManager> managers() {
        try (ShardScope scope = CurrentShard.open("s0")) {
            ShardedEntityManager ofTheWriter = ShardManager.extend(factory.createEntityManager());
            try (ShardScope inner = CurrentShard.open("s1")) {
                return List.of(ofTheWriter, ShardManager.extend(factory.createEntityManager()));
            }
        }
    }

    @Test
    @DisplayName("C26, C27: a transaction that writes on one shard may read, refresh and lock cached things on another")
    void readsAreNoWrites() {
        reads().forEach((name, read) -> {
            for (int round = 0; round < 2; round++) {
                for (ShardedEntityManager sem : managers()) {
                    try (sem) {
                        String title = name + " " + round;
                        sem.getTransaction().begin();
                        sem.setCurrentShard("s1");
                        read.accept(sem);
                        sem.setCurrentShard("s0");
                        sem.find(Blog.class, 777L).title = title;
                        sem.getTransaction().commit();
                        assertThat(databases.probe("s0").single("select title from blog", String.class))
                                .isEqualTo(title);
                    }
                }
            }
        });
    }

    @Test
    @DisplayName("what writes after a refresh is noticed as ever")
    void aWriteAfterARefreshIsNoticed() {
        Map<String, Consumer<EntityManager>> writes = new LinkedHashMap<>();
        writes.put("HQL", em -> em.createQuery("update Category set name = 'x'").executeUpdate());
        writes.put(
                "native",
                em -> em.createNativeQuery("update category set name = 'x'").executeUpdate());
        writes.put("entity", em -> em.find(Category.class, 1L).name = "x");
        writes.forEach((name, write) -> {
            for (ShardedEntityManager sem : managers()) {
                try (sem) {
                    sem.getTransaction().begin();
                    sem.setCurrentShard("s1");
                    sem.refresh(sem.find(Blog.class, 777L));
                    write.accept(sem);
                    sem.refresh(sem.find(Blog.class, 777L));
                    sem.setCurrentShard("s0");
                    sem.find(Blog.class, 777L).title = name;
                    assertThatThrownBy(() -> sem.getTransaction().commit())
                            .as(name)
                            .isInstanceOf(RollbackException.class)
                            .hasCauseInstanceOf(MultiShardWriteException.class);
                    assertThat(databases.probe("s1").single("select name from category", String.class))
                            .isEqualTo("s1");
                }
            }
        });
    }

    @Test
    @DisplayName("a refresh keeps the entry out of the cache until its transaction ends, and not longer")
    void aRefreshedEntryIsCachedAgainAfterTheTransaction() {
        for (int round = 0; round < 2; round++) {
            Units.read(factory, "s1", s -> s.find(Blog.class, 777L));
            Units.write(factory, "s1", s -> s.refresh(s.find(Blog.class, 777L)));
            Units.read(factory, "s1", s -> s.find(Blog.class, 777L));
            Units.fresh(factory);
            Units.read(factory, "s1", s -> s.find(Blog.class, 777L));
            assertThat(factory.getStatistics().getSecondLevelCacheHitCount()).isEqualTo(1);
        }
    }
}
