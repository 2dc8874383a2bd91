package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.MultiShardWriteException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.RollbackException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A lock mode that raises the version of a row writes, whenever Hibernate does it. */
class ForcedVersionTest extends LibraryTest {

    private static Map<String, Consumer<EntityManager>> locks() {
        Map<String, Consumer<EntityManager>> locks = new LinkedHashMap<>();
        for (LockModeType mode :
                List.of(LockModeType.OPTIMISTIC_FORCE_INCREMENT, LockModeType.PESSIMISTIC_FORCE_INCREMENT)) {
            locks.put("find " + mode, em -> em.find(Author.class, 1L, mode));
            locks.put("find of a managed one " + mode, em -> {
                em.find(Author.class, 1L);
                em.find(Author.class, 1L, mode);
            });
            locks.put("lock " + mode, em -> em.lock(em.find(Author.class, 1L), mode));
            locks.put("refresh " + mode, em -> em.refresh(em.find(Author.class, 1L), mode));
            locks.put(
                    "query " + mode,
                    em -> em.createQuery("from Author", Author.class)
                            .setLockMode(mode)
                            .getResultList());
        }
        return locks;
    }

    private static long version(String shard) {
        return probe(shard).single("select version from Author where id = 1", Long.class);
    }

    @Test
    @DisplayName("mode single: raising a version on one shard and writing on another is refused as two writers")
    void countsAsAWrite() {
        stored("a", new Author(1, "x"));
        stored("b", new Author(1, "y"));
        locks().forEach((name, lock) -> {
            for (ShardedEntityManager sem : List.of(open(), open("a"), open("b"))) {
                sem.getTransaction().begin();
                sem.onShard("b", em -> {
                    lock.accept(em);
                    return null;
                });
                sem.onShard("a", em -> {
                    em.find(Author.class, 1L).rename("renamed");
                    return null;
                });
                assertThatThrownBy(() -> sem.getTransaction().commit())
                        .as(name)
                        .isInstanceOf(RollbackException.class)
                        .hasCauseInstanceOf(MultiShardWriteException.class);
                sem.close();
                assertThat(nameOnShard("a", 1)).as(name).isEqualTo("x");
                assertThat(version("b")).as(name).isZero();
            }
        });
    }

    @Test
    void isCommittedWhenItIsTheOnlyWrite() {
        stored("b", new Author(1, "y"));
        long expected = 0;
        for (Map.Entry<String, Consumer<EntityManager>> lock : locks().entrySet()) {
            for (ShardedEntityManager sem : List.of(open(), open("a"), open("b"))) {
                sem.getTransaction().begin();
                sem.onShard("a", LibraryTest::whoami);
                sem.onShard("b", em -> {
                    lock.getValue().accept(em);
                    return null;
                });
                sem.getTransaction().commit();
                sem.close();
                assertThat(version("b")).as(lock.getKey()).isEqualTo(++expected);
            }
        }
    }
}
