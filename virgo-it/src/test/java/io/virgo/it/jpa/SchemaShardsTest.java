package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.it.jpa.fixture.Publisher;
import io.virgo.it.kit.RowProbe;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two shards that are two schemas of one database. */
@ExtendWith(VirgoCheck.class)
class SchemaShardsTest {

    @Test
    @DisplayName("B6: each schema has its own pool, so that no cached statement reads the other one")
    void twoSchemasOfOneDatabaseDoNotMix() {
        try (ShardDatabases databases = ShardDatabases.postgres("only")) {
            RowProbe probe = databases.probe("only");
            for (String schema : new String[] {"one", "two"}) {
                probe.execute("create schema " + schema);
                probe.execute("create table " + schema + ".Publisher (id bigint primary key, name varchar(99))");
                probe.update("insert into " + schema + ".Publisher values (1, ?)", "of " + schema);
            }
            String url = databases.url("only");
            String withSchema = url + (url.contains("?") ? "&" : "?") + "prepareThreshold=1&currentSchema=";
            try (EntityManagerFactory factory = new PersistenceConfiguration("schemas")
                    .managedClass(Publisher.class)
                    .property("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider")
                    .property("virgo.shard.DEFAULT.hibernate.connection.username", databases.username())
                    .property("virgo.shard.DEFAULT.hibernate.connection.password", databases.password())
                    .property("virgo.shard.one.hibernate.connection.url", withSchema + "one")
                    .property("virgo.shard.two.hibernate.connection.url", withSchema + "two")
                    .createEntityManagerFactory()) {
                for (int i = 0; i < 20; i++) {
                    String shard = i % 2 == 0 ? "one" : "two";
                    CurrentShard.run(shard, () -> {
                        try (EntityManager manager = factory.createEntityManager()) {
                            assertThat(manager.find(Publisher.class, 1L).name()).isEqualTo("of " + shard);
                        }
                    });
                }
            }
        }
    }
}
