package io.virgo.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.core.UnknownShardException;
import io.virgo.core.WrongShardException;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.RollbackException;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardedEntityManagerTest {

    @Entity(name = "Author")
    static class Author {
        @Id
        Long id;

        String name;

        @OneToMany(mappedBy = "author")
        List<Book> books = new ArrayList<>();

        Author() {}

        Author(Long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    @Entity(name = "Book")
    static class Book {
        @Id
        @GeneratedValue
        Long id;

        String title;

        @ManyToOne(fetch = FetchType.LAZY)
        Author author;

        Book() {}

        Book(String title, Author author) {
            this.title = title;
            this.author = author;
        }
    }

    private final String run = UUID.randomUUID().toString();
    private EntityManagerFactory factory;
    private EntityManager em;
    private ShardedEntityManager sem;

    private String url(String shard) {
        return "jdbc:h2:mem:" + shard + run + ";DB_CLOSE_DELAY=-1";
    }

    @BeforeEach
    void open() {
        Configuration configuration = new Configuration();
        configuration.addAnnotatedClass(Author.class).addAnnotatedClass(Book.class);
        configuration.setProperty("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider");
        configuration.setProperty("virgo.shard.a.hibernate.connection.url", url("a"));
        configuration.setProperty("virgo.shard.b.hibernate.connection.url", url("b"));
        configuration.setProperty("virgo.shard.c.hibernate.connection.url", url("c"));
        configuration.setProperty("hibernate.hbm2ddl.auto", "create-drop");
        factory = configuration.buildSessionFactory();
        em = factory.createEntityManager();
        sem = ShardManager.extend(em);
    }

    @AfterEach
    void close() {
        factory.close();
    }

    private long count(String shard, String table) throws Exception {
        try (var c = DriverManager.getConnection(url(shard));
                var rs = c.createStatement().executeQuery("select count(*) from " + table)) {
            rs.next();
            return rs.getLong(1);
        }
    }

    @Test
    void writesOnTheCurrentShardOnly() throws Exception {
        sem.setCurrentShard("b");
        sem.getTransaction().begin();
        sem.persist(new Author(1L, "x"));
        sem.getTransaction().commit();
        assertEquals(List.of(0L, 1L, 0L), List.of(count("a", "Author"), count("b", "Author"), count("c", "Author")));
    }

    @Test
    void refusesWithoutShard() {
        assertThrows(NoCurrentShardException.class, () -> sem.find(Author.class, 1L));
        assertThrows(NoCurrentShardException.class, () -> em.find(Author.class, 1L));
        assertThrows(UnknownShardException.class, () -> sem.setCurrentShard("nosuch"));
        assertNull(sem.getCurrentShard());
    }

    @Test
    void rollsBackAllWhenTwoShardsWereWritten() throws Exception {
        sem.getTransaction().begin();
        sem.setCurrentShard("a");
        sem.persist(new Author(1L, "x"));
        sem.setCurrentShard("b");
        sem.persist(new Author(1L, "y"));
        RollbackException e =
                assertThrows(RollbackException.class, () -> sem.getTransaction().commit());
        assertEquals(
                List.of("a", "b"),
                assertInstanceOf(MultiShardWriteException.class, e.getCause()).shards());
        assertTrue(e.getMessage().contains("[a, b]"), e.getMessage());
        assertEquals(List.of(0L, 0L), List.of(count("a", "Author"), count("b", "Author")));
    }

    @Test
    void samePrimaryKeyOnTwoShardsIsTwoObjects() throws Exception {
        for (String shard : sem.getShards()) {
            sem.setCurrentShard(shard);
            sem.getTransaction().begin();
            Author author = new Author(1L, "of " + shard);
            sem.persist(author);
            sem.persist(new Book("book of " + shard, author));
            sem.getTransaction().commit();
        }
        sem.clear();
        sem.setCurrentShard("a");
        Author a = sem.find(Author.class, 1L);
        sem.setCurrentShard("b");
        Author b = sem.find(Author.class, 1L);
        assertEquals("of a", a.name);
        assertEquals("of b", b.name);
        assertEquals("book of a", a.books.get(0).title);
        assertThrows(WrongShardException.class, () -> sem.merge(a));
        assertThrows(WrongShardException.class, () -> sem.persist(new Book("z", a)), "by flush or commit");
    }

    @Test
    void threadKeyBindsAtOpening() {
        try (ShardScope scope = CurrentShard.open("c")) {
            EntityManager bound = factory.createEntityManager();
            assertEquals("c", ShardManager.extend(bound).getCurrentShard());
            bound.close();
        }
    }

    @Test
    void closesAll() {
        sem.setCurrentShard("a");
        sem.getTransaction().begin();
        sem.find(Author.class, 1L);
        sem.setCurrentShard("b");
        sem.find(Author.class, 1L);
        assertEquals(1, Shards.of(factory).figures("a").active());
        sem.getTransaction().rollback();
        em.close();
        assertFalse(sem.isOpen());
        assertEquals(0, Shards.of(factory).figures("a").active());
        assertEquals(0, Shards.of(factory).figures("b").active());
    }

    @Test
    void isASession() {
        assertInstanceOf(Session.class, sem);
        assertSame(sem, ShardManager.extend(em));
        assertSame(sem, ShardManager.extend(sem));
        assertNotNull(sem.getCriteriaBuilder());
    }
}
