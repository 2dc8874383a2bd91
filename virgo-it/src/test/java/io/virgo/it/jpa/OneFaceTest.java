package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionDelegatorBaseImpl;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.Test;

/** Extending a session gives one face, whatever stands before that session. */
class OneFaceTest extends LibraryTest {

    private static void twoWritersAreRefused(ShardedEntityManager one, ShardedEntityManager other) {
        one.setCurrentShard("b");
        one.persist(new Author(1, "x"));
        other.setCurrentShard("c");
        other.persist(new Author(1, "x"));
        assertThatThrownBy(() -> one.getTransaction().commit()).hasCauseInstanceOf(MultiShardWriteException.class);
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
    }

    @Test
    void aDelegatorAndItsSession() {
        for (boolean delegatorFirst : new boolean[] {true, false}) {
            SessionImplementor real = plain("a").unwrap(SessionImplementor.class);
            EntityManager delegator = new SessionDelegatorBaseImpl(real);
            ShardedEntityManager one = ShardManager.extend(delegatorFirst ? delegator : real);
            ShardedEntityManager other = ShardManager.extend(delegatorFirst ? real : delegator);
            assertThat(other).isSameAs(one);
            one.getTransaction().begin();
            twoWritersAreRefused(one, other);
            one.getTransaction().begin();
            one.setCurrentShard("a");
            one.persist(new Author(2, "x"));
            one.setCurrentShard("b");
            one.persist(new Author(2, "x"));
            assertThatThrownBy(() -> one.getTransaction().commit()).hasCauseInstanceOf(MultiShardWriteException.class);
            one.close();
            assertThat(real.isOpen()).isFalse();
        }
    }

    @Test
    void theCurrentSessionAndWhatIsBehindIt() {
        try (EntityManagerFactory factory = Library.open(Map.of("hibernate.current_session_context_class", "thread"))) {
            CurrentShard.run("a", () -> {
                Session current = factory.unwrap(SessionFactory.class).getCurrentSession();
                current.beginTransaction();
                ShardedEntityManager sem = ShardManager.extend(current);
                assertThat(ShardManager.extend(current)).isSameAs(sem);
                EntityManager behind = (EntityManager) current.createQuery("from Author", Author.class)
                        .unwrap(org.hibernate.query.Query.class)
                        .getSession();
                assertThat(ShardManager.extend(behind)).isSameAs(sem);
                twoWritersAreRefused(sem, ShardManager.extend(behind));
            });
        }
    }
}
