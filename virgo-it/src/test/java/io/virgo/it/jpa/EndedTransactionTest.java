package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.WrongShardException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardManager;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where an instance belongs after a transaction that removed or persisted it has ended. */
class EndedTransactionTest extends LibraryTest {

    @Test
    @DisplayName("C21: what was removed by a transaction that rolled back still belongs to its shard")
    void aRemovalThatIsUndoneFreesNothing() {
        stored("a", new Author(1, "of a"));
        stored("b", new Author(1, "of b"));
        EntityManager manager = plain("a");
        manager.getTransaction().begin();
        Author author = manager.find(Author.class, 1L);
        manager.remove(author);
        manager.flush();
        manager.getTransaction().rollback();
        assertThat(ShardManager.shardOf(author)).contains("a");
        assertThatThrownBy(() -> inTransaction("b", em -> em.merge(author))).isInstanceOf(WrongShardException.class);

        faults("a").at(FaultPoint.COMMIT).once().fail("40001");
        Author other = plain("a").find(Author.class, 1L);
        assertThat(catchThrowable(() -> inTransaction("a", em -> {
                    em.remove(em.merge(other));
                    return other;
                })))
                .isNotNull();
        assertThatThrownBy(() -> inTransaction("b", em -> em.merge(other))).isInstanceOf(WrongShardException.class);
        assertThat(probe("b").count("Author", "name = 'of b'")).isEqualTo(1);
    }

    @Test
    void whatWasRemovedAndCommittedMayBeStoredAnywhere() {
        Author author = stored("a", new Author(1, "moves"));
        inTransaction("a", em -> {
            em.remove(em.find(Author.class, 1L));
            return author;
        });
        Author found = new Author(1, "moves");
        stored("b", found);
        assertThat(ShardManager.shardOf(found)).contains("b");
    }

    @Test
    @DisplayName(
            "what was persisted by a transaction that did not commit belongs nowhere, and may be stored on another shard")
    void aPersistThatIsUndoneBindsNothing() {
        Author rolledBack = new Author(3, "new");
        EntityManager manager = plain("a");
        manager.getTransaction().begin();
        manager.persist(rolledBack);
        assertThat(ShardManager.shardOf(rolledBack)).contains("a");
        manager.getTransaction().rollback();
        assertThat(ShardManager.shardOf(rolledBack)).isEmpty();

        stored("a", new Author(4, "there already"));
        Author refused = new Author(4, "double");
        assertThat(catchThrowable(() -> stored("a", refused))).isNotNull();
        assertThat(ShardManager.shardOf(refused)).isEmpty();

        Author again = stored("b", new Author(5, "elsewhere"));
        assertThat(ShardManager.shardOf(again)).contains("b");
    }
}
