package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.Shards;
import io.virgo.it.core.fixture.DirectConnections;
import io.virgo.it.core.fixture.MemoryContext;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of pool that Hibernate knows, one per shard. */
@ExtendWith(VirgoCheck.class)
class PoolKindsTest {

    enum Kind {
        C3P0("com.mchange"),
        HIKARI("com.zaxxer.hikari"),
        AGROAL("io.agroal"),
        DATA_SOURCE("org.h2.jdbc"),
        JNDI_NAME("org.h2.jdbc"),
        BUILT_IN("org.h2.jdbc"),
        OWN_PROVIDER("org.h2.jdbc");

        private final String connections;

        Kind(String connections) {
            this.connections = connections;
        }

        void configure(Map<String, Object> settings, ShardDatabases databases) {
            for (String shard : databases.names()) {
                String prefix = "virgo.shard." + shard + ".";
                switch (this) {
                    case C3P0 -> settings.put("virgo.shard.DEFAULT.hibernate.c3p0.max_size", "3");
                    case HIKARI -> settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "3");
                    case AGROAL -> settings.put("virgo.shard.DEFAULT.hibernate.agroal.maxSize", "3");
                    case DATA_SOURCE -> {
                        settings.remove(prefix + "hibernate.connection.url");
                        settings.put(prefix + "hibernate.connection.datasource", databases.dataSource(shard));
                    }
                    case JNDI_NAME -> {
                        settings.remove(prefix + "hibernate.connection.url");
                        settings.put(
                                prefix + "hibernate.connection.datasource",
                                MemoryContext.bind("jdbc/" + shard, databases.dataSource(shard)));
                        settings.put("hibernate.jndi.class", MemoryContext.FACTORY);
                    }
                    case BUILT_IN -> settings.put(prefix + "hibernate.connection.pool_size", "2");
                    case OWN_PROVIDER ->
                        settings.put(prefix + "hibernate.connection.provider_class", DirectConnections.class.getName());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesAndReadsOnEachShardAndLeavesNothing(Kind kind) throws SQLException {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us").whoami()) {
            Map<String, Object> settings = databases.settings();
            kind.configure(settings, databases);
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.create(settings)) {
                for (String shard : databases.names()) {
                    Work.write(emf, shard, "of " + shard);
                    assertThat(Work.connectionClass(emf, shard)).startsWith(kind.connections);
                    jdbcOfTheShardCommits(emf, shard);
                    assertThat(Work.whoami(emf, shard)).isEqualTo(shard);
                }
                for (String shard : databases.names()) {
                    assertThat(Work.read(emf, shard)).isEqualTo(List.of("jdbc", "of " + shard));
                    assertThat(databases.probe(shard).count("item")).isEqualTo(2);
                    assertThat(Shards.of(emf).figures(shard).active()).isZero();
                }
            }
            leaks.assertNothingLeft();
        } finally {
            MemoryContext.clear();
        }
    }

    private static void jdbcOfTheShardCommits(EntityManagerFactory emf, String shard) throws SQLException {
        try (Connection connection = Shards.of(emf).dataSource(shard).getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.createStatement().executeUpdate("insert into item (id, name) values (1000, 'jdbc')");
        }
    }
}
