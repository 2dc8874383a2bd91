package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Book;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.hibernate.LazyInitializationException;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** C18: what is loaded late comes from the shard of its owner, in batches that never hold ids of two shards. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class BatchFetchTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b").withFaults();

    @AutoClose
    private final SessionFactoryImplementor factory = Library.filled(databases, Map.of());

    private ShardedEntityManager open() {
        return ShardManager.extend(factory.createEntityManager());
    }

    private static List<String> titles(Author author) {
        return author.getBooks().stream().map(Book::getTitle).toList();
    }

    /** Owners of both shards, in turns; three of each. */
    private static List<Author> authors(ShardedEntityManager sem) {
        List<Author> authors = new ArrayList<>();
        for (long id = 1; id <= 3; id++) {
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                authors.add(sem.find(Author.class, id));
            }
        }
        return authors;
    }

    private long loads(String shard, String table) {
        return databases.faults(shard).statements().stream()
                .filter(sql -> sql.startsWith("select") && sql.contains("from " + table))
                .count();
    }

    private void assertTitles(List<Author> authors) {
        for (int i = 0; i < authors.size(); i++) {
            assertThat(titles(authors.get(i)))
                    .isEqualTo(Library.titles(databases.names().get(i % 2), i / 2 + 1));
        }
    }

    @Test
    @DisplayName("C18: a batch of collections holds owners of one shard")
    void batchOfCollectionsIsOfOneShard() {
        try (ShardedEntityManager sem = open()) {
            List<Author> authors = authors(sem);
            databases.names().forEach(shard -> databases.faults(shard).clearStatements());
            assertTitles(authors);
        }
        for (String shard : databases.names()) {
            assertThat(loads(shard, "Book")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C18: a batch of proxies holds ids of one shard")
    void batchOfProxiesIsOfOneShard() {
        try (ShardedEntityManager sem = open()) {
            List<Author> references = new ArrayList<>();
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                sem.createQuery("from Book", Book.class)
                        .getResultList()
                        .forEach(book -> references.add(book.getAuthor()));
            }
            databases.names().forEach(shard -> databases.faults(shard).clearStatements());
            for (int i = 0; i < references.size(); i++) {
                String shard = i < references.size() / 2 ? "a" : "b";
                assertThat(references.get(i).getName())
                        .isEqualTo("author " + references.get(i).getId() + " of " + shard);
            }
        }
        for (String shard : databases.names()) {
            assertThat(loads(shard, "Author")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C18: subselect fetching repeats the query on the shard of its owners")
    void subselectIsOfOneShard() {
        try (ShardedEntityManager sem = open()) {
            ((Session) sem).setSubselectFetchingEnabled(true);
            List<Author> authors = new ArrayList<>();
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                authors.addAll(sem.createQuery("from Author where id <= 3 order by id", Author.class)
                        .getResultList());
            }
            databases.names().forEach(shard -> databases.faults(shard).clearStatements());
            assertThat(titles(authors.get(0))).isEqualTo(Library.titles("a", 1));
            assertThat(titles(authors.get(3))).isEqualTo(Library.titles("b", 1));
            assertThat(titles(authors.get(5))).isEqualTo(Library.titles("b", 3));
        }
        for (String shard : databases.names()) {
            assertThat(loads(shard, "Book")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C18: a lazy load from another thread, with another shard there or none, goes to the owner's shard")
    void lazyLoadFromAnotherThreadGoesToTheOwnersShard() {
        try (Session session = Units.session(factory, "b")) {
            Author first = session.find(Author.class, 1L);
            Book second = session.find(Book.class, 3L);
            assertThat(CompletableFuture.supplyAsync(() -> {
                                try (ShardScope other = CurrentShard.open("a")) {
                                    return titles(first);
                                }
                            })
                            .join())
                    .isEqualTo(Library.titles("b", 1));
            assertThat(CurrentShard.get()).isEmpty();
            assertThat(CompletableFuture.supplyAsync(() -> second.getAuthor().getName())
                            .join())
                    .isEqualTo("author 2 of b");
        }
    }

    @Test
    @DisplayName("C18: after its session is closed a lazy part cannot be loaded from anywhere")
    void lazyPartsOfDetachedEntitiesAreNotLoaded() {
        Author author = Units.read(factory, "b", s -> s.find(Author.class, 1L));
        try (ShardScope other = CurrentShard.open("a")) {
            assertThatThrownBy(() -> titles(author)).isInstanceOf(LazyInitializationException.class);
        }
    }

    @Test
    void statisticsCountTheSessionsOfAllShards() {
        Statistics statistics = Units.fresh(factory);
        try (ShardedEntityManager sem = open()) {
            authors(sem);
        }
        assertThat(statistics.getSessionOpenCount()).isEqualTo(3);
        assertThat(statistics.getSessionCloseCount()).isEqualTo(3);
        assertThat(statistics.getEntityLoadCount()).isEqualTo(6);
    }
}
