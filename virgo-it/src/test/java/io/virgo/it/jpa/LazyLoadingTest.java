package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.jpa.ShardedEntityManager;
import java.util.concurrent.CompletableFuture;
import org.hibernate.LazyInitializationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Equal ids on two shards: each object keeps to its own, and so does what it loads later. */
class LazyLoadingTest extends LibraryTest {

    @BeforeEach
    void sameIdOnEachShard() {
        for (String shard : SHARDS) {
            stored(shard, new Author(1, "of " + shard).with(new Book(1, "of " + shard)));
        }
    }

    @Test
    @DisplayName("C18, B3, 000-32: a collection and a proxy are loaded from their own shard, whatever was chosen since")
    void lazyPartsComeFromTheirOwnShard() {
        ShardedEntityManager sem = open();
        sem.setCurrentShard("a");
        Author author = sem.find(Author.class, 1L);
        sem.setCurrentShard("b");
        Book book = sem.find(Book.class, 1L);
        sem.setCurrentShard("c");
        assertThat(author.books()).extracting(Book::title).containsExactly("of a");
        sem.setCurrentShard(null);
        faults("c").clearStatements();
        CurrentShard.run("c", () -> assertThat(book.author().name()).isEqualTo("of b"));
        assertThat(faults("c").statements()).isEmpty();
    }

    @Test
    @DisplayName("B3: a serializer's thread with another key")
    void lazyPartsLoadedOnAnotherThreadComeFromTheirShard() {
        ShardedEntityManager sem = open();
        Author author = sem.onShard("a", em -> em.find(Author.class, 1L));
        CompletableFuture.runAsync(() -> CurrentShard.run(
                        "b", () -> assertThat(author.books().get(0).title()).isEqualTo("of a")))
                .join();
    }

    @Test
    void afterTheEndALazyPartIsRefused() {
        ShardedEntityManager sem = open();
        Author author = sem.onShard("a", em -> em.find(Author.class, 1L));
        sem.close();
        CurrentShard.run(
                "b",
                () -> assertThatThrownBy(() -> author.books().size()).isInstanceOf(LazyInitializationException.class));
    }

    @Test
    @DisplayName("C19, B4, 000-33, 000-34: two objects for one id; the change hits its own shard only")
    void oneIdOnTwoShardsIsTwoObjects() {
        ShardedEntityManager sem = open();
        sem.getTransaction().begin();
        sem.setCurrentShard("a");
        Author ofA = sem.find(Author.class, 1L);
        sem.setCurrentShard("b");
        Author ofB = sem.find(Author.class, 1L);
        assertThat(ofB).isNotSameAs(ofA);
        assertThat(ofA.name()).isEqualTo("of a");
        assertThat(ofB.name()).isEqualTo("of b");
        ofB.rename("changed");
        sem.setCurrentShard("a");
        sem.getTransaction().commit();
        assertThat(nameOnShard("a", 1)).isEqualTo("of a");
        assertThat(nameOnShard("b", 1)).isEqualTo("changed");
    }

    @Test
    @DisplayName("B7: a query on b does not flush to b what is dirty on a, and a's own queries see it")
    void autoFlushStaysOnItsShard() {
        ShardedEntityManager sem = open();
        sem.getTransaction().begin();
        sem.setCurrentShard("a");
        sem.find(Author.class, 1L).rename("changed");
        sem.setCurrentShard("b");
        assertThat(sem.createNamedQuery("Author.names", String.class).getResultList())
                .containsExactly("of b");
        sem.setCurrentShard("a");
        assertThat(sem.createNamedQuery("Author.names", String.class).getResultList())
                .containsExactly("changed");
        sem.getTransaction().commit();
        assertThat(nameOnShard("a", 1)).isEqualTo("changed");
        assertThat(nameOnShard("b", 1)).isEqualTo("of b");
    }
}
