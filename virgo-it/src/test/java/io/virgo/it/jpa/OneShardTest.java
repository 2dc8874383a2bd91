package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.LockModeType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One operation touches one shard. */
class OneShardTest extends LibraryTest {

    private static Map<String, Consumer<ShardedEntityManager>> operations() {
        Map<String, Consumer<ShardedEntityManager>> operations = new LinkedHashMap<>();
        operations.put("find", em -> em.find(Author.class, 1L));
        operations.put(
                "lazy", em -> assertThat(em.find(Author.class, 1L).books()).hasSize(1));
        operations.put(
                "query", em -> em.createQuery("from Author", Author.class).getResultList());
        operations.put("native", LibraryTest::whoami);
        operations.put("refresh", em -> em.refresh(em.find(Author.class, 1L)));
        operations.put("lock", em -> em.lock(em.find(Author.class, 1L), LockModeType.PESSIMISTIC_WRITE));
        operations.put("merge", em -> em.merge(new Author(8, "new")));
        operations.put("persist", em -> {
            em.persist(new Author(9, "new"));
            em.flush();
        });
        operations.put(
                "HQL",
                em -> assertThat(em.createQuery("update Author set name = 'changed'")
                                .executeUpdate())
                        .isEqualTo(2));
        operations.put(
                "native update",
                em -> assertThat(em.createNativeQuery("update Author set name = 'again'")
                                .executeUpdate())
                        .isEqualTo(2));
        operations.put("remove", em -> {
            em.remove(em.find(Author.class, 1L));
            em.flush();
        });
        return operations;
    }

    @Test
    @DisplayName("001-15: each operation sends its statements to the current shard and none to another")
    void eachOperationTouchesTheCurrentShardOnly() {
        SHARDS.forEach(shard -> stored(shard, new Author(1, "of " + shard).with(new Book(1, "of " + shard))));
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        for (String shard : List.of("a", "c")) {
            sem.setCurrentShard(shard);
            whoami(sem);
        }
        sem.setCurrentShard("b");
        operations().forEach((name, operation) -> {
            sem.clear();
            SHARDS.forEach(shard -> faults(shard).clearStatements());
            operation.accept(sem);
            assertThat(faults("b").statements()).as(name).isNotEmpty();
            assertThat(faults("a").statements()).as(name).isEmpty();
            assertThat(faults("c").statements()).as(name).isEmpty();
        });
        sem.getTransaction().commit();
        assertThat(counts("Author")).containsExactly(1L, 1L, 1L);
        assertThat(nameOnShard("a", 1)).isEqualTo("of a");
        assertThat(nameOnShard("c", 1)).isEqualTo("of c");
    }
}
