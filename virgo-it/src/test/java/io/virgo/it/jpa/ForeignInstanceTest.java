package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.WrongShardException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.it.jpa.fixture.Credit;
import io.virgo.it.jpa.fixture.Imprint;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.jpa.fixture.Publisher;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An instance of shard a is refused on shard b, where a row with the same id exists, and nothing lazy is loaded to find that out. */
class ForeignInstanceTest extends LibraryTest {

    @BeforeEach
    void sameIdOnBothShards() {
        for (String shard : List.of("a", "b")) {
            stored(shard, new Author(1, "of " + shard).with(new Book(1, "of " + shard)));
            stored(shard, new Publisher(1, "of " + shard));
        }
    }

    /** Author 1 of shard a in every state that an instance can be in; the managers stay open where the state needs it. */
    private Map<String, Author> foreigners() {
        Map<String, Author> foreigners = new LinkedHashMap<>();
        foreigners.put("managed", plain("a").find(Author.class, 1L));
        foreigners.put("a proxy", plain("a").getReference(Author.class, 1L));
        foreigners.put("detached", detached(em -> em.find(Author.class, 1L)));
        foreigners.put("a detached proxy", detached(em -> em.getReference(Author.class, 1L)));
        foreigners.put(
                "a detached lazy target", detached(em -> em.find(Book.class, 1L).author()));
        foreigners.put(
                "queried",
                detached(em -> em.createQuery("from Author", Author.class).getSingleResult()));
        foreigners.put("merged from new", inTransaction("a", em -> {
            Author merged = em.merge(new Author(5, "new"));
            em.flush();
            return merged;
        }));
        foreigners.put("persisted by a cascade", inTransaction("a", em -> {
            Author author = new Author(6, "new");
            em.persist(new Book(6, "new").writtenBy(author).publishedBy(new Publisher(6, "new")));
            em.persist(author);
            return author;
        }));
        return foreigners;
    }

    private Author detached(Function<EntityManager, Author> loading) {
        try (EntityManager manager = plain("a")) {
            return loading.apply(manager);
        }
    }

    private static <R> R statelessly(String shard, Function<StatelessSession, R> action) {
        try (StatelessSession session = Library.FACTORY
                .unwrap(SessionFactory.class)
                .withStatelessOptions()
                .tenantIdentifier((Object) shard)
                .openStatelessSession()) {
            session.beginTransaction();
            R result = action.apply(session);
            session.getTransaction().commit();
            return result;
        }
    }

    private static void refused(String what, ThrowingCallable call) {
        assertThat(catchThrowable(call))
                .as(what)
                .isNotNull()
                .satisfiesAnyOf(
                        e -> assertWrongShard(e),
                        e -> assertWrongShard(e.getCause()),
                        e -> assertWrongShard(e.getCause().getCause()));
    }

    private static void assertWrongShard(Throwable e) {
        assertThat(e).isInstanceOfSatisfying(WrongShardException.class, wrong -> {
            assertThat(wrong.shard()).isEqualTo("b");
            assertThat(wrong.expectedShard()).isEqualTo("a");
            assertThat(wrong).hasMessageContaining("Switch to 'a'");
        });
    }

    private void unchanged(List<String> before) {
        assertThat(faults("a").statements()).as("nothing was loaded from a").isEqualTo(before);
        assertThat(nameOnShard("b", 1)).isEqualTo("of b");
        assertThat(probe("b").count("Author")).isEqualTo(1);
        assertThat(probe("b").count("Book")).isEqualTo(1);
    }

    @Test
    @SuppressWarnings("deprecation") // replicate works until it is gone
    @DisplayName("C21: persist, merge, remove, refresh, lock of an instance of another shard")
    void eachCallRefusesAForeignInstance() {
        foreigners().forEach((state, foreigner) -> {
            List<String> before = faults("a").statements();
            for (ShardedEntityManager sem : List.of(open("b"), open())) {
                sem.setCurrentShard("b");
                sem.getTransaction().begin();
                refused("persist " + state, () -> sem.persist(foreigner));
                refused("merge " + state, () -> sem.merge(foreigner));
                refused("remove " + state, () -> sem.remove(foreigner));
                refused("refresh " + state, () -> sem.refresh(foreigner));
                refused("lock " + state, () -> sem.lock(foreigner, LockModeType.READ));
                refused("detach " + state, () -> sem.detach(foreigner));
                refused("contains " + state, () -> sem.contains(foreigner));
                refused(
                        "replicate " + state,
                        () -> ((Session) sem).replicate(foreigner, org.hibernate.ReplicationMode.OVERWRITE));
                refused(
                        "getReference " + state,
                        () -> sem.unwrap(ShardedEntityManager.class)
                                .unwrap(Session.class)
                                .merge(foreigner));
                sem.getTransaction().rollback();
            }
            unchanged(before);
        });
    }

    @Test
    @DisplayName("C21: a plain session refuses a foreign instance as well")
    void aPlainSessionRefusesAForeignInstance() {
        foreigners().forEach((state, foreigner) -> {
            List<String> before = faults("a").statements();
            EntityManager plain = plain("b");
            plain.getTransaction().begin();
            refused("persist " + state, () -> plain.persist(foreigner));
            refused("merge " + state, () -> plain.merge(foreigner));
            refused("remove " + state, () -> plain.remove(foreigner));
            refused("refresh " + state, () -> plain.refresh(foreigner));
            refused("lock " + state, () -> plain.lock(foreigner, LockModeType.READ));
            plain.getTransaction().rollback();
            unchanged(before);
        });
    }

    @Test
    @DisplayName("C20, guard: an association to another shard is refused at persist, merge and flush")
    void eachKindOfAssociationIsRefused() {
        Map<String, Function<Author, Book>> kinds = new LinkedHashMap<>();
        kinds.put("author", author -> new Book(2, "x").writtenBy(author));
        kinds.put("imprint", author -> new Book(2, "x").printedAs(new Imprint("Rome", author)));
        kinds.put("reviewers", author -> changed(book -> book.reviewers().add(author)));
        kinds.put("credits", author -> changed(book -> book.credits().add(new Credit("cover", author))));
        kinds.put("scores", author -> changed(book -> book.scores().put(author, 5)));
        foreigners()
                .forEach((state, foreigner) -> kinds.forEach((kind, making) -> {
                    List<String> before = faults("a").statements();
                    EntityManager onB = plain("b");
                    onB.getTransaction().begin();
                    refused("persist with " + kind + " " + state, () -> onB.persist(making.apply(foreigner)));
                    refused("merge with " + kind + " " + state, () -> onB.merge(making.apply(foreigner)));
                    onB.getTransaction().rollback();
                    assertThat(Hibernate.isInitialized(foreigner))
                            .isEqualTo(!state.contains("proxy") && !state.contains("lazy"));
                    unchanged(before);
                }));
    }

    private static Book changed(Consumer<Book> change) {
        Book book = new Book(2, "x");
        change.accept(book);
        return book;
    }

    @Test
    void anAssociationMadeLaterIsRefusedAtTheFlush() {
        Map<String, Author> foreigners = foreigners();
        // These have no namesake on b: there Hibernate itself refuses them first, as transient.
        foreigners.keySet().removeAll(List.of("merged from new", "persisted by a cascade"));
        foreigners.forEach((state, foreigner) -> {
            List<String> before = faults("a").statements();
            for (Consumer<EntityManager> end : List.<Consumer<EntityManager>>of(
                    EntityManager::flush, em -> em.getTransaction().commit())) {
                EntityManager onB = plain("b");
                onB.getTransaction().begin();
                onB.find(Book.class, 1L).reviewers().add(foreigner);
                refused(state, () -> end.accept(onB));
                onB.clear();
            }
            unchanged(before);
            assertThat(probe("b").count("Book_Author")).isZero();
        });
    }

    @Test
    void aForeignInstanceThatACascadeBringsIsRefused() {
        Publisher publisher = inTransaction("a", em -> em.find(Publisher.class, 1L));
        EntityManager onB = plain("b");
        onB.getTransaction().begin();
        refused("persist", () -> onB.persist(new Book(2, "x").publishedBy(publisher)));
        refused("merge", () -> onB.merge(new Book(2, "x").publishedBy(publisher)));
        onB.getTransaction().rollback();
        assertThat(probe("b").count("Book")).isEqualTo(1);
    }

    @Test
    @DisplayName("guard: a collection object of another shard's entity is refused, loaded or not")
    void aCollectionOfAForeignEntityIsRefused() {
        for (boolean loaded : List.of(true, false)) {
            Author lender = inTransaction("a", em -> {
                Author author = em.find(Author.class, 1L);
                if (loaded) {
                    Hibernate.initialize(author.tags());
                }
                return author;
            });
            List<String> before = faults("a").statements();
            EntityManager onB = plain("b");
            onB.getTransaction().begin();
            Author borrower = new Author(2, "x");
            borrower.takeTagsOf(lender);
            refused("persist, loaded: " + loaded, () -> onB.persist(borrower));
            refused("merge, loaded: " + loaded, () -> onB.merge(borrower));
            onB.getTransaction().rollback();
            unchanged(before);
        }
    }

    @Test
    void aStatelessSessionRefusesAnAssociationToAnotherShard() {
        Author foreigner = detached(em -> em.getReference(Author.class, 1L));
        refused("insert", () -> statelessly("b", session -> session.insert(new Book(2, "x").writtenBy(foreigner))));
        refused(
                "update",
                () -> statelessly("b", session -> {
                    Book book = session.get(Book.class, 1L);
                    book.writtenBy(foreigner);
                    session.update(book);
                    return null;
                }));
        assertThat(probe("b").count("Book")).isEqualTo(1);
    }

    @Test
    void aStatelessSessionRefusesAForeignInstance() {
        Publisher foreigner = inTransaction("a", em -> em.find(Publisher.class, 1L));
        refused(
                "update",
                () -> statelessly("b", session -> {
                    session.update(foreigner);
                    return null;
                }));
        refused(
                "delete",
                () -> statelessly("b", session -> {
                    session.delete(foreigner);
                    return null;
                }));
        refused(
                "upsert",
                () -> statelessly("b", session -> {
                    session.upsert(foreigner);
                    return null;
                }));
        refused("insert", () -> statelessly("b", session -> session.insert(foreigner)));
        assertThat(probe("b").single("select name from Publisher", String.class))
                .isEqualTo("of b");
    }

    @Test
    void whatIsOfTheShardItselfIsAccepted() {
        Author own = inTransaction("b", em -> em.find(Author.class, 1L));
        own.rename("renamed");
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.setCurrentShard("b");
        Author merged = sem.merge(own);
        sem.persist(new Book(2, "x").writtenBy(sem.getReference(Author.class, 1L)));
        assertThat(sem.contains(merged)).isTrue();
        sem.getTransaction().commit();
        assertThat(nameOnShard("b", 1)).isEqualTo("renamed");
        assertThat(probe("b").count("Book", "author_id = 1")).isEqualTo(2);
    }

    @Test
    void aRemovedInstanceMayMoveToAnotherShard() {
        Publisher moved = inTransaction("a", em -> {
            Publisher publisher = em.find(Publisher.class, 1L);
            em.remove(publisher);
            return publisher;
        });
        inTransaction("c", em -> {
            em.persist(moved);
            return null;
        });
        assertThat(counts("Publisher")).containsExactly(0L, 1L, 1L);
    }
}
