package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardConnectionProvider;
import io.virgo.core.Shards;
import io.virgo.it.core.fixture.LostContributor;
import io.virgo.it.core.fixture.MemoryContext;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import java.util.Map;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VirgoCheck.class)
class StartTest {

    @Entity(name = "Named")
    @NamedQuery(name = "all", query = "select n from Named n")
    static class Named {
        @Id
        long id;
    }

    @Test // C38
    void startsWithNoShardChosenAndLeavesNoneBehind() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            Map<String, Object> settings = databases.settings();
            settings.put("hibernate.hbm2ddl.auto", "update");
            settings.put("virgo.shards", "b,a");
            try (EntityManagerFactory emf = Work.open(settings, Named.class)) {
                assertThat(CurrentShard.get()).isEmpty();
                assertThat(Shards.of(emf).names()).containsExactly("b", "a");
                assertThat(Work.<Integer>on(
                                emf,
                                "a",
                                em -> em.createNamedQuery("all").getResultList().size()))
                        .isZero();
            }
            settings.put("hibernate.hbm2ddl.auto", "validate");
            CurrentShard.run("a", () -> {
                Work.open(settings, Named.class).close();
                assertThat(CurrentShard.get()).contains("a");
            });
        }
    }

    @Test
    void withoutItsServiceContributorTheProviderDoesNotWork() {
        BootstrapServiceRegistry bootstrap = new BootstrapServiceRegistryBuilder()
                .applyClassLoaderService(new LostContributor())
                .build();
        Configuration configuration = new Configuration(bootstrap)
                .setProperty("hibernate.connection.provider_class", ShardConnectionProvider.class.getName())
                .setProperty("virgo.shard.a.hibernate.connection.url", "jdbc:h2:mem:lost");
        assertThatThrownBy(configuration::buildSessionFactory)
                .hasStackTraceContaining("VirgoConfigurationException")
                .hasStackTraceContaining("META-INF/services/org.hibernate.service.spi.ServiceContributor")
                .hasStackTraceContaining("jars were merged");
        BootstrapServiceRegistryBuilder.destroy(bootstrap);
    }

    @Test
    void eachShardMayHaveAPoolOfItsOwnKind() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c").whoami()) {
            LeakCheck leaks = LeakCheck.begin(databases);
            Map<String, Object> settings = databases.settings();
            settings.put("virgo.shard.DEFAULT.hibernate.c3p0.max_size", "2");
            settings.put("virgo.shard.b.hibernate.hikari.maximumPoolSize", "2");
            settings.put("virgo.shard.c.hibernate.agroal.maxSize", "2");
            try (EntityManagerFactory emf = Work.open(settings)) {
                assertThat(Work.connectionClass(emf, "a")).startsWith("com.mchange");
                assertThat(Work.connectionClass(emf, "b")).startsWith("com.zaxxer");
                assertThat(Work.connectionClass(emf, "c")).startsWith("io.agroal");
                databases
                        .names()
                        .forEach(shard -> assertThat(Work.whoami(emf, shard)).isEqualTo(shard));
            }
            leaks.assertNothingLeft();
        }
    }

    @Test
    void aNameThatTheDirectoryDoesNotKnowIsToldWithItsShardAndServesOnceItIsBound() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b").whoami()) {
            Map<String, Object> settings = databases.settings();
            settings.remove("virgo.shard.b.hibernate.connection.url");
            settings.put("virgo.shard.b.hibernate.connection.datasource", "jdbc/late");
            settings.put("hibernate.jndi.class", MemoryContext.FACTORY);
            try (EntityManagerFactory emf = Work.open(settings)) {
                assertThatThrownBy(() -> Work.whoami(emf, "b"))
                        .hasStackTraceContaining("shard 'b' its data source cannot be found")
                        .hasStackTraceContaining("jdbc/late");
                MemoryContext.bind("jdbc/late", databases.dataSource("b"));
                assertThat(Work.whoami(emf, "b")).isEqualTo("b");
            } finally {
                MemoryContext.clear();
            }
        }
    }
}
