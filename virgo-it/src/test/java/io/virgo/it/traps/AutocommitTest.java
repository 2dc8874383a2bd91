package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** hibernate.connection.provider_disables_autocommit, with pools that hand out connections in the fitting mode. */
@ExtendWith(VirgoCheck.class)
class AutocommitTest {

    private static Map<String, Object> settings(String pool, boolean disables) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.provider_disables_autocommit", disables);
        switch (pool) {
            case "hikari" -> {
                settings.put("hibernate.hikari.maximumPoolSize", "3");
                settings.put("hibernate.hikari.autoCommit", String.valueOf(!disables));
            }
            case "agroal" -> {
                settings.put("hibernate.agroal.maxSize", "3");
                settings.put("hibernate.connection.autocommit", String.valueOf(!disables));
            }
            case "c3p0" -> {
                settings.put("hibernate.c3p0.max_size", "3");
                settings.put("hibernate.connection.autocommit", String.valueOf(!disables));
            }
            default -> settings.put("hibernate.connection.autocommit", String.valueOf(!disables));
        }
        return settings;
    }

    @ParameterizedTest
    @DisplayName("commit keeps and rollback undoes, on the right shard, for each pool and mode")
    @CsvSource({
        "hikari,true",
        "hikari,false",
        "agroal,true",
        "agroal,false",
        "c3p0,true",
        "c3p0,false",
        "built in,true",
        "built in,false"
    })
    void commitKeepsAndRollbackUndoes(String pool, boolean disables) {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactoryImplementor factory = Library.open(databases, settings(pool, disables))) {
            for (String shard : databases.names()) {
                Units.write(factory, shard, s -> s.persist(new Author(1, shard)));
                assertThatThrownBy(() -> Units.write(factory, shard, s -> {
                            s.persist(new Author(2, shard));
                            s.flush();
                            throw new IllegalStateException("on purpose");
                        }))
                        .hasMessage("on purpose");
            }
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                sem.getTransaction().begin();
                for (String shard : sem.getShards()) {
                    sem.setCurrentShard(shard);
                    assertThat(sem.find(Author.class, 1L).getName()).isEqualTo(shard);
                }
                sem.persist(new Author(3, "b"));
                sem.getTransaction().commit();
                sem.getTransaction().begin();
                sem.persist(new Author(4, "b"));
                sem.flush();
                sem.getTransaction().rollback();
            }
            assertThat(databases.probe("a").rows("select id from Author order by id"))
                    .hasToString("[[1]]");
            assertThat(databases.probe("b").rows("select id from Author order by id"))
                    .hasToString("[[1], [3]]");
            assertThat(Shards.of(factory).figures()).allMatch(figures -> figures.active() == 0);
        }
    }
}
