package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.Shards;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.StoredProcedureQuery;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.hibernate.ScrollableResults;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.query.spi.QueryImplementor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Queries, streams, scrolls and other objects that leave the manager stay with the shard where they were made. */
class QueryStaysTest extends LibraryTest {

    @BeforeEach
    void fill() {
        for (String shard : SHARDS) {
            for (long id = 1; id <= 5; id++) {
                stored(shard, new Author(id, "of " + shard).with(new Book(id, "of " + shard)));
            }
        }
    }

    private static Map<String, Function<ShardedEntityManager, Query>> makings() {
        Map<String, Function<ShardedEntityManager, Query>> makings = new LinkedHashMap<>();
        makings.put("HQL", em -> em.createQuery("select a.name from Author a where a.id = 1"));
        makings.put("typed", em -> em.createQuery("select a.name from Author a where a.id = 1", String.class));
        makings.put("named", em -> em.createNamedQuery("Author.names").setMaxResults(1));
        makings.put(
                "typed named",
                em -> em.createNamedQuery("Author.names", String.class).setMaxResults(1));
        makings.put("native", em -> em.createNativeQuery("select 'of ' || name from whoami"));
        makings.put("typed native", em -> em.createNativeQuery("select 'of ' || name from whoami", String.class));
        makings.put("criteria", em -> {
            var criteria = em.getCriteriaBuilder().createQuery(String.class);
            var author = criteria.from(Author.class);
            criteria.select(author.get("name")).where(em.getCriteriaBuilder().equal(author.get("id"), 1L));
            return em.createQuery(criteria);
        });
        makings.put(
                "selection",
                em -> ((Session) em)
                        .createQuery("select a.name from Author a where a.id = 1", String.class)
                        .setReadOnly(true));
        return makings;
    }

    @Test
    @DisplayName("C15, C16, A9: the shard of a query is that of its making, whatever is chosen when it runs")
    void aQueryRunsWhereItWasMade() {
        makings().forEach((kind, making) -> {
            ShardedEntityManager sem = open();
            sem.setCurrentShard("a");
            Query query = making.apply(sem);
            assertThat(query).as(kind).isInstanceOf(QueryImplementor.class);
            assertThat(((QueryImplementor<?>) query).getSession()).isSameAs(sem.unwrap(SessionImplementor.class));
            ShardedEntityManager other = open("c");
            whoami(other);
            sem.setCurrentShard("b");
            assertThat(query.getResultList().toString()).as(kind).isEqualTo("[of a]");
            sem.setCurrentShard(null);
            CurrentShard.run(
                    "c", () -> assertThat(query.getSingleResult()).as(kind).isEqualTo("of a"));
            sem.setCurrentShard("a");
            assertThat(query.getResultList().toString()).as(kind).isEqualTo("[of a]");
        });
    }

    @Test
    @DisplayName("C15: stored procedure, named stored procedure")
    void aStoredProcedureRunsWhereItWasMade() {
        ShardedEntityManager sem = open();
        sem.setCurrentShard("a");
        StoredProcedureQuery query = sem.createStoredProcedureQuery("whoami_procedure");
        sem.setCurrentShard("b");
        assertThat(query.getResultList().toString()).isEqualTo("[a]");
        assertThat(sem.createStoredProcedureQuery("whoami_procedure")
                        .getResultList()
                        .toString())
                .isEqualTo("[b]");
    }

    @Test
    @DisplayName(
            "C17, A9, A11: a stream made on a is read to its end on a, with calls on b and other managers in between")
    void aStreamStays() {
        ShardedEntityManager sem = open();
        sem.getTransaction().begin();
        sem.setCurrentShard("a");
        EntityManager other = open("c");
        List<String> read = new ArrayList<>();
        try (Stream<Author> stream =
                sem.createQuery("from Author order by id", Author.class).getResultStream()) {
            Iterator<Author> authors = stream.iterator();
            sem.setCurrentShard("b");
            while (authors.hasNext()) {
                Author author = authors.next();
                read.add(author.name() + author.books().size());
                assertThat(sem.find(Author.class, author.id()).name()).isEqualTo("of b");
                assertThat(other.find(Author.class, author.id()).name()).isEqualTo("of c");
            }
        }
        assertThat(read).hasSize(5).containsOnly("of a1");
        sem.getTransaction().commit();
    }

    @Test
    @DisplayName("C17: abandoned, closed early or ended by an exception, a stream leaves no connection in use")
    void anUnfinishedStreamLeavesNothing() {
        for (int way = 0; way < 3; way++) {
            ShardedEntityManager sem = open();
            sem.getTransaction().begin();
            sem.setCurrentShard("a");
            Stream<Author> stream = sem.createQuery("from Author", Author.class).getResultStream();
            Iterator<Author> authors = stream.iterator();
            for (int i = 0; i < 3; i++) {
                assertThat(authors.next().name()).isEqualTo("of a");
            }
            sem.setCurrentShard("b");
            assertThat(whoami(sem)).isEqualTo("b");
            assertThat(authors.next().name()).isEqualTo("of a");
            if (way == 1) {
                stream.close();
            } else if (way == 2) {
                assertThatThrownBy(() -> authors.forEachRemaining(author -> {
                            throw new IllegalStateException("consumer");
                        }))
                        .hasMessage("consumer");
            }
            sem.getTransaction().rollback();
            sem.close();
            SHARDS.forEach(shard -> assertThat(
                            Shards.of(Library.FACTORY).figures(shard).active())
                    .isZero());
        }
    }

    @Test
    @DisplayName("C17: a scroll")
    void aScrollStays() {
        ShardedEntityManager sem = open();
        sem.getTransaction().begin();
        sem.setCurrentShard("a");
        try (ScrollableResults<Author> scroll = ((Session) sem)
                .createQuery("from Author order by id", Author.class)
                .scroll()) {
            sem.setCurrentShard("b");
            int rows = 0;
            while (scroll.next()) {
                assertThat(scroll.get().name()).isEqualTo("of a");
                assertThat(whoami(sem)).isEqualTo("b");
                rows++;
            }
            assertThat(rows).isEqualTo(5);
        }
        sem.getTransaction().commit();
    }

    @Test
    @DisplayName("C15: an entity graph is of no shard")
    void anEntityGraphServesAllShards() {
        ShardedEntityManager sem = open();
        EntityGraph<Book> graph = sem.createEntityGraph(Book.class);
        graph.addAttributeNodes("author");
        for (String shard : SHARDS) {
            sem.setCurrentShard(shard);
            Book book = sem.find(Book.class, 1L, Map.of("jakarta.persistence.fetchgraph", graph));
            assertThat(Hibernate.isInitialized(book.author())).isTrue();
            assertThat(book.author().name()).isEqualTo("of " + shard);
            sem.clear();
            TypedQuery<Book> query = sem.createQuery("from Book where id = 2", Book.class)
                    .setHint("jakarta.persistence.loadgraph", graph);
            sem.setCurrentShard(null);
            assertThat(query.getSingleResult().author().name()).isEqualTo("of " + shard);
        }
    }

    @Test
    @DisplayName("C15: unwrap, getDelegate and loaders belong to the shard of their making")
    void whatIsUnwrappedStays() {
        ShardedEntityManager sem = open();
        sem.setCurrentShard("a");
        Session session = sem.unwrap(Session.class);
        Session delegate = (Session) sem.getDelegate();
        var loader = ((Session) sem).byId(Author.class);
        var natural = ((Session) sem).bySimpleNaturalId(Author.class);
        sem.setCurrentShard("b");
        assertThat(whoami(session)).isEqualTo("a");
        assertThat(whoami(delegate)).isEqualTo("a");
        assertThat(loader.load(1L).name()).isEqualTo("of a");
        assertThat(natural.load("code-2").name()).isEqualTo("of a");
        assertThat(sem.unwrap(SessionImplementor.class).getTenantIdentifierValue())
                .isEqualTo("b");
        assertThat(((Session) sem).getTenantIdentifierValue()).isEqualTo("b");
        assertThat(sem.unwrap(EntityManager.class)).isNotNull();
        assertThatThrownBy(() -> sem.unwrap(java.sql.Connection.class)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> sem.unwrap(null)).isInstanceOf(RuntimeException.class);
    }

    @Test
    @DisplayName("C15: getEntityManagerFactory().createEntityManager() follows the thread's key, not this manager")
    void aManagerOfTheFactoryFollowsTheThread() {
        ShardedEntityManager sem = open("a");
        try (EntityManager fresh = sem.getEntityManagerFactory().createEntityManager()) {
            assertThatThrownBy(() -> whoami(fresh)).isInstanceOf(io.virgo.core.NoCurrentShardException.class);
        }
        CurrentShard.run("b", () -> {
            try (EntityManager fresh = sem.getEntityManagerFactory().createEntityManager()) {
                assertThat(whoami(fresh)).isEqualTo("b");
            }
        });
    }

    @Test
    void childSessionsStayOnTheirShard() {
        ShardedEntityManager sem = open();
        sem.setCurrentShard("b");
        CurrentShard.run("c", () -> {
            try (Session child = ((Session) sem).sessionWithOptions().openSession()) {
                assertThat(whoami(child)).isEqualTo("b");
            }
        });
    }
}
