package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B6: two schemas of one PostgreSQL database as two shards, with statements prepared on the server and kept. */
@ExtendWith(VirgoCheck.class)
class SchemaShardsTest {

    private static Map<String, Object> settings(ShardDatabases databases, String pool) {
        Map<String, Object> settings = new HashMap<>(databases.settings());
        settings.remove("virgo.shard.one.hibernate.connection.url");
        String url = databases.url("one");
        String separator = url.contains("?") ? "&" : "?";
        for (String schema : List.of("s0", "s1")) {
            settings.put(
                    "virgo.shard." + schema + ".hibernate.connection.url",
                    url + separator + "currentSchema=" + schema
                            + "&prepareThreshold=1&preparedStatementCacheQueries=100");
        }
        settings.put("hibernate.hbm2ddl.auto", "create");
        if (pool.equals("hikari")) {
            settings.put("hibernate.hikari.maximumPoolSize", "1");
        } else {
            settings.put("hibernate.c3p0.max_size", "1");
            settings.put("hibernate.c3p0.min_size", "1");
            settings.put("hibernate.c3p0.max_statements", "50");
        }
        return settings;
    }

    @ParameterizedTest
    @DisplayName("B6: the same HQL, prepared and kept, reads and writes the schema of its shard")
    @ValueSource(strings = {"hikari", "c3p0"})
    void rowsAreThoseOfTheRightSchema(String pool) {
        try (ShardDatabases databases = ShardDatabases.postgres("one")) {
            databases.probe("one").execute("create schema s0");
            databases.probe("one").execute("create schema s1");
            try (SessionFactoryImplementor factory = new HibernatePersistenceConfiguration("schemas")
                    .managedClasses(Author.class, io.virgo.it.traps.fixture.Book.class)
                    .properties(settings(databases, pool))
                    .createEntityManagerFactory()
                    .unwrap(SessionFactoryImplementor.class)) {
                for (long id = 1; id <= 10; id++) {
                    for (String shard : List.of("s0", "s1")) {
                        Author author = new Author(id, shard);
                        Units.write(factory, shard, s -> s.persist(author));
                    }
                }
                try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                    for (int round = 0; round < 10; round++) {
                        for (String shard : sem.getShards()) {
                            sem.clear();
                            sem.setCurrentShard(shard);
                            assertThat(sem.createQuery("select name from Author where id > 0", String.class)
                                            .getResultList())
                                    .hasSize(10)
                                    .containsOnly(shard);
                            assertThat(sem.find(Author.class, 1L).getName()).isEqualTo(shard);
                        }
                    }
                }
            }
            assertThat(databases.probe("one").count("s0.author", "name = 's0'")).isEqualTo(10);
            assertThat(databases.probe("one").count("s1.author", "name = 's1'")).isEqualTo(10);
        }
    }
}
