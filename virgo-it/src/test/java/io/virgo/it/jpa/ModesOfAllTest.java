package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Book;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.FlushModeType;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.CacheMode;
import org.hibernate.Filter;
import org.hibernate.FlushMode;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What concerns all sessions of a manager, those opened later included. */
class ModesOfAllTest extends LibraryTest {

    /** A manager of a with a session on b that was opened before, and one on c that is opened after the change. */
    private <R> List<R> onAll(Consumer<Session> change, Function<SessionImplementor, R> reading) {
        ShardedEntityManager sem = open("a");
        sem.onShard("b", LibraryTest::whoami);
        change.accept((Session) sem);
        List<R> read = new ArrayList<>();
        for (String shard : SHARDS) {
            sem.setCurrentShard(shard);
            SessionImplementor session = sem.unwrap(SessionImplementor.class);
            assertThat(session.getTenantIdentifierValue()).isEqualTo(shard);
            read.add(reading.apply(session));
        }
        sem.close();
        return read;
    }

    @Test
    void modesReachAllSessions() {
        assertThat(onAll(s -> s.setFlushMode(FlushModeType.COMMIT), EntityManager::getFlushMode))
                .containsOnly(FlushModeType.COMMIT);
        assertThat(onAll(s -> s.setHibernateFlushMode(FlushMode.MANUAL), Session::getHibernateFlushMode))
                .containsOnly(FlushMode.MANUAL);
        assertThat(onAll(s -> s.setCacheMode(CacheMode.REFRESH), Session::getCacheMode))
                .containsOnly(CacheMode.REFRESH);
        assertThat(onAll(s -> s.setCacheRetrieveMode(CacheRetrieveMode.BYPASS), Session::getCacheRetrieveMode))
                .containsOnly(CacheRetrieveMode.BYPASS);
        assertThat(onAll(s -> s.setCacheStoreMode(CacheStoreMode.BYPASS), Session::getCacheStoreMode))
                .containsOnly(CacheStoreMode.BYPASS);
        assertThat(onAll(s -> s.setDefaultReadOnly(true), Session::isDefaultReadOnly))
                .containsOnly(true);
        assertThat(onAll(s -> s.setJdbcBatchSize(7), Session::getJdbcBatchSize)).containsOnly(7);
        assertThat(onAll(s -> s.setFetchBatchSize(7), Session::getFetchBatchSize))
                .containsOnly(7);
        assertThat(onAll(s -> s.setSubselectFetchingEnabled(true), Session::isSubselectFetchingEnabled))
                .containsOnly(true);
        assertThat(onAll(
                        s -> s.setProperty("jakarta.persistence.lock.timeout", 1234),
                        s -> s.getProperties().get("jakarta.persistence.lock.timeout")))
                .containsOnly(1234);
    }

    @Test
    void theTimeZoneAndTheFlushModeReachSiblings() {
        try (Session session = Library.FACTORY
                .unwrap(SessionFactory.class)
                .withOptions()
                .tenantIdentifier((Object) "a")
                .jdbcTimeZone(TimeZone.getTimeZone("GMT-9"))
                .openSession()) {
            ShardedEntityManager sem = ShardManager.extend(session);
            sem.setProperty("jakarta.persistence.query.timeout", 1);
            sem.setFlushMode(FlushModeType.COMMIT);
            sem.setCurrentShard("b");
            SessionImplementor sibling = sem.unwrap(SessionImplementor.class);
            assertThat(sibling.getJdbcTimeZone()).isEqualTo(TimeZone.getTimeZone("GMT-9"));
            assertThat(sibling.getFlushMode()).isEqualTo(FlushModeType.COMMIT);
        }
    }

    @Test
    void filtersReachAllSessionsWithTheirParameters() {
        for (String shard : SHARDS) {
            stored(shard, new Author(1, "kept"));
            stored(shard, new Author(2, "hidden"));
        }
        String names = "select a.name from Author a order by a.id";
        assertThat(onAll(
                        s -> s.enableFilter("named").setParameter("name", "kept"),
                        s -> s.createQuery(names, String.class).getResultList()))
                .containsOnly(List.of("kept"));
        assertThat(onAll(
                        s -> {
                            s.enableFilter("named").setParameter("name", "nobody");
                            s.getEnabledFilter("named").setParameter("name", "hidden");
                        },
                        s -> s.createQuery(names, String.class).getResultList()))
                .containsOnly(List.of("hidden"));
        assertThat(onAll(
                        s -> {
                            s.enableFilter("named").setParameter("name", "kept");
                            s.disableFilter("named");
                            assertThat(s.getEnabledFilter("named")).isNull();
                        },
                        s -> s.createQuery(names, String.class).getResultList()))
                .containsOnly(List.of("kept", "hidden"));
    }

    @Test
    void aFilterHeldByTheCallerReachesSessionsOpenedSince() {
        stored("c", new Author(1, "kept"));
        stored("c", new Author(2, "hidden"));
        ShardedEntityManager sem = open("a");
        Filter filter = ((Session) sem).enableFilter("named");
        sem.setCurrentShard("c");
        sem.unwrap(Session.class);
        assertThat(filter.setParameter("name", "kept")).isSameAs(filter);
        assertThat(sem.createNamedQuery("Author.names", String.class).getResultList())
                .containsExactly("kept");
    }

    @Test
    void fetchProfilesReachAllSessions() {
        for (String shard : SHARDS) {
            stored(shard, new Author(1, shard).with(new Book(1, shard)));
        }
        Function<SessionImplementor, Boolean> fetched =
                s -> Hibernate.isInitialized(s.find(Book.class, 1L).author());
        assertThat(onAll(s -> s.enableFetchProfile("withAuthor"), fetched)).containsOnly(true);
        assertThat(onAll(
                        s -> {
                            s.enableFetchProfile("withAuthor");
                            s.disableFetchProfile("withAuthor");
                            assertThat(s.isFetchProfileEnabled("withAuthor")).isFalse();
                        },
                        fetched))
                .containsOnly(false);
    }

    @Test
    void sessionListenersReachAllSessions() {
        int[] flushes = new int[1];
        SessionEventListener counting = new SessionEventListener() {
            @Override
            public void flushEnd(int entities, int collections) {
                flushes[0]++;
            }
        };
        onAll(s -> s.addEventListeners(counting), s -> {
            s.beginTransaction();
            s.flush();
            s.getTransaction().rollback();
            return true;
        });
        assertThat(flushes[0]).isEqualTo(3);
    }

    @Test
    void clearReachesAllSessionsAndDirtyAsksAll() {
        SHARDS.forEach(shard -> stored(shard, new Author(1, shard)));
        ShardedEntityManager sem = open("a");
        List<Author> found = SHARDS.stream()
                .map(shard -> sem.onShard(shard, em -> em.find(Author.class, 1L)))
                .toList();
        assertThat(((Session) sem).isDirty()).isFalse();
        found.get(2).rename("changed");
        assertThat(((Session) sem).isDirty()).isTrue();
        sem.clear();
        assertThat(((Session) sem).isDirty()).isFalse();
        for (int i = 0; i < 3; i++) {
            Author author = found.get(i);
            boolean managed = sem.onShard(SHARDS.get(i), em -> em.contains(author));
            assertThat(managed).isFalse();
        }
    }

    private static void inUse(long expected) {
        for (String shard : SHARDS) {
            assertThat(Shards.of(Library.FACTORY).figures(shard).active())
                    .as(shard)
                    .isEqualTo((int) expected);
        }
    }

    @Test
    void closingEitherSideClosesAll() {
        for (boolean fromTheFace : List.of(true, false)) {
            EntityManager plain = plain("a");
            ShardedEntityManager sem = io.virgo.jpa.ShardManager.extend(plain);
            sem.getTransaction().begin();
            SHARDS.forEach(shard -> sem.onShard(shard, LibraryTest::whoami));
            inUse(1);
            sem.getTransaction().commit();
            List<Session> sessions = SHARDS.stream()
                    .map(shard -> sem.onShard(shard, em -> em.unwrap(Session.class)))
                    .toList();
            (fromTheFace ? sem : plain).close();
            assertThat(sessions).noneMatch(Session::isOpen);
            assertThat(sem.isOpen()).isFalse();
            assertThat(plain.isOpen()).isFalse();
            inUse(0);
        }
    }

    @Test
    @DisplayName("JPA: a manager closed within its transaction lives on until that ends, and so do its siblings")
    void closedWithinATransactionTheOutcomeFollows() {
        for (boolean commit : List.of(true, false)) {
            ShardedEntityManager sem = open("a");
            EntityTransaction transaction = sem.getTransaction();
            transaction.begin();
            sem.onShard("b", em -> {
                em.persist(new Author(1, "x"));
                return null;
            });
            Session onB = sem.onShard("b", em -> em.unwrap(Session.class));
            sem.close();
            assertThat(sem.isOpen()).isFalse();
            assertThatThrownBy(() -> sem.setCurrentShard("b")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> sem.onShard("b", em -> em.find(Author.class, 1L)))
                    .isInstanceOf(IllegalStateException.class);
            if (commit) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            assertThat(onB.isOpen()).isFalse();
            assertThat(probe("b").count("Author")).isEqualTo(commit ? 1 : 0);
            inUse(0);
            cleanLibrary();
        }
    }
}
