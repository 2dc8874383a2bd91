package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.search.mapper.orm.Search;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.FullTextField;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.Indexed;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** C25: to Hibernate Search a shard is a tenant, so that documents of equal ids on two shards are two documents. */
@ExtendWith(VirgoCheck.class)
class FullTextTest {

    private static final List<String> SHARDS = List.of("a", "b", "c");

    private static final Map<String, String> SEARCH = Map.of(
            "hibernate.search.backend.directory.type", "local-heap",
            "hibernate.search.backend.lucene_version", "LATEST",
            "hibernate.search.indexing.plan.synchronization.strategy", "sync");

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b", "c");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.open(databases, SEARCH, Note.class);

    @Entity(name = "Note")
    @Indexed
    static class Note {
        @Id
        Long id;

        @FullTextField
        String text;

        Note() {}

        Note(long id, String text) {
            this.id = id;
            this.text = text;
        }
    }

    private static List<String> found(EntityManager manager, String word) {
        return Search.session(manager)
                .search(Note.class)
                .where(f -> f.match().field("text").matching(word))
                .fetchAllHits()
                .stream()
                .map(note -> note.text)
                .sorted()
                .toList();
    }

    private List<String> found(String shard, String word) {
        return Units.read(factory, shard, session -> found(session, word));
    }

    private void writeEverywhere() {
        for (String shard : SHARDS) {
            Units.write(factory, shard, session -> session.persist(new Note(1, "word of " + shard)));
        }
    }

    @Test
    @DisplayName("C25: each shard finds its own document, whatever its id")
    void documentsOfEqualIdsAreKeptApart() {
        writeEverywhere();
        for (String shard : SHARDS) {
            assertThat(found(shard, "word")).containsExactly("word of " + shard);
        }
        Units.write(factory, "b", session -> session.find(Note.class, 1L).text = "other of b");
        assertThat(found("b", "word")).isEmpty();
        assertThat(found("b", "other")).containsExactly("other of b");
        assertThat(found("a", "word")).containsExactly("word of a");
    }

    @Test
    @DisplayName("C25: a removal on one shard leaves the other shards' documents of that id")
    void aRemovalOnOneShardIsNoneOnTheOthers() {
        writeEverywhere();
        Units.write(factory, "b", session -> session.remove(session.find(Note.class, 1L)));
        assertThat(found("a", "word")).containsExactly("word of a");
        assertThat(found("b", "word")).isEmpty();
        assertThat(found("c", "word")).containsExactly("word of c");
    }

    @Test
    @DisplayName("C25: a sharded entity manager searches and indexes on the shard that is current at the call")
    void aShardedEntityManagerSearchesItsCurrentShard() {
        writeEverywhere();
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.getTransaction().begin();
            sem.setCurrentShard("a");
            assertThat(found(sem, "word")).containsExactly("word of a");
            sem.setCurrentShard("b");
            sem.persist(new Note(2, "second word of b"));
            sem.setCurrentShard("c");
            assertThat(found(sem, "word")).containsExactly("word of c");
            sem.getTransaction().commit();
            sem.setCurrentShard("b");
            assertThat(found(sem, "word")).containsExactly("second word of b", "word of b");
            sem.getTransaction().begin();
            sem.persist(new Note(3, "third word of b"));
            sem.flush();
            sem.getTransaction().rollback();
        }
        assertThat(found("a", "word")).containsExactly("word of a");
        assertThat(found("b", "word")).containsExactly("second word of b", "word of b");
        assertThat(found("c", "word")).containsExactly("word of c");
    }

    private void insertFifty() {
        for (String shard : SHARDS) {
            for (int id = 1; id <= 50; id++) {
                databases.probe(shard).update("insert into Note (id, text) values (?, ?)", id, "word of " + shard);
            }
        }
    }

    private static void assertEachRowIsFoundOnce(SessionFactoryImplementor factory, List<String> shards) {
        for (String shard : shards) {
            assertThat(Units.<List<String>>read(factory, shard, session -> found(session, "word")))
                    .hasSize(50)
                    .containsOnly("word of " + shard);
        }
    }

    @Test
    @DisplayName("C25: mass indexing takes the shards it is told and indexes each row once; told none it is refused")
    void massIndexingTakesTheShardsToldAndIndexesEachRowOnce() throws Exception {
        insertFifty();
        var scope = Search.mapping(factory).scope(Note.class);
        assertThatThrownBy(() -> scope.massIndexer().startAndWait())
                .hasMessageContaining("hibernate.search.multi_tenancy.tenant_ids");
        scope.massIndexer(Set.of("a", "c")).threadsToLoadObjects(2).startAndWait();
        assertThat(found("b", "word")).isEmpty();
        assertEachRowIsFoundOnce(factory, List.of("a", "c"));
        scope.massIndexer(Set.copyOf(SHARDS)).startAndWait();
        assertEachRowIsFoundOnce(factory, SHARDS);
    }

    @Test
    @DisplayName("C25: mass indexing takes all shards that Hibernate Search's setting lists")
    void massIndexingTakesTheShardsOfTheSetting() throws Exception {
        insertFifty();
        Map<String, String> settings = new HashMap<>(SEARCH);
        settings.put("hibernate.search.multi_tenancy.tenant_ids", "a,b,c");
        settings.put("hibernate.hbm2ddl.auto", "validate");
        try (SessionFactoryImplementor listed = Units.open(databases, settings, Note.class)) {
            Search.mapping(listed).scope(Note.class).massIndexer().startAndWait();
            assertEachRowIsFoundOnce(listed, SHARDS);
        }
    }
}
