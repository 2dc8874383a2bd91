package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardConnectionProvider;
import io.virgo.core.Shards;
import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.Map;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.TenantId;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would mix shards does not start, and nothing is left of the try. */
@ExtendWith(VirgoCheck.class)
class RefusalTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b").whoami();

    private void refuses(Map<String, Object> settings, Class<?> entity, String... parts) {
        LeakCheck leaks = LeakCheck.begin(databases);
        Throwable failure = catchThrowable(() -> Work.open(settings, entity));
        assertThat(failure).isNotNull();
        assertThat(failure).hasStackTraceContaining(VirgoConfigurationException.class.getName());
        for (String part : parts) {
            assertThat(failure).hasStackTraceContaining(part);
        }
        leaks.assertNothingLeft();
    }

    private Map<String, Object> with(String key, Object value) {
        Map<String, Object> settings = databases.settings();
        settings.put(key, value);
        return settings;
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.multi_tenant_connection_provider, app.Provider, cannot be combined with shards",
        "hibernate.tenant_identifier_resolver, app.Resolver, CurrentShard.open",
        "hibernate.enable_lazy_load_no_trans, true, lazy parts of a detached entity",
        "virgo.acquisition_timeout, soon, is no time",
        "virgo.acquisition_timeout, 0, is no time",
        "virgo.start, eager, legal are lazy and strict",
        "virgo.stert, lazy, virgo.start"
    })
    void aSettingThatWouldMixShardsIsRefused(String key, String value, String reason) {
        refuses(with(key, value), Item.class, key, reason);
    }

    @Test
    void anInstanceOfAResolverIsRefusedLikeItsName() {
        CurrentTenantIdentifierResolver<String> own = new CurrentTenantIdentifierResolver<>() {
            @Override
            public String resolveCurrentTenantIdentifier() {
                return "acme";
            }

            @Override
            public boolean validateExistingCurrentSessions() {
                return false;
            }
        };
        refuses(with("hibernate.tenant_identifier_resolver", own), Item.class, "hibernate.tenant_identifier_resolver");
    }

    @Test
    void cacheKeysWithoutShardAreRefusedWhileCachesAreOn() {
        Map<String, Object> settings = with("hibernate.cache.keys_factory", "simple");
        Work.open(settings).close();
        settings.put("hibernate.cache.region.factory_class", "jcache");
        refuses(settings, Item.class, "hibernate.cache.keys_factory", "leaves the shard out");
    }

    @Entity(name = "Counted")
    static class Counted {
        @Id
        @GeneratedValue(generator = "inc")
        @GenericGenerator(name = "inc", strategy = "increment")
        long id;
    }

    @Entity(name = "Tenanted")
    static class Tenanted {
        @Id
        long id;

        @TenantId
        long tenant;
    }

    @Test
    void aCounterOfTheFactoryIsRefused() {
        refuses(databases.settings(), Counted.class, "Counted", "'increment'", "sequence or table generator");
    }

    @Test
    void aTenantThatIsNoTextIsRefused() {
        refuses(databases.settings(), Tenanted.class, "@TenantId", "has to be a String");
    }

    @Test
    void allProblemsOfCoreAreToldInOneException() {
        Map<String, Object> settings = with("hibernate.enable_lazy_load_no_trans", "true");
        settings.put("virgo.start", "x");
        settings.put("virgo.acquisition_timeout", "x");
        settings.put("virgo.shard.a.bad", "x");
        refuses(
                settings,
                Item.class,
                "4 problems keep",
                "virgo.start",
                "virgo.acquisition_timeout",
                "virgo.shard.a.bad",
                "hibernate.enable_lazy_load_no_trans");
    }

    @Test
    void aProviderMayBeGivenAsNameClassOrInstanceButAnInstanceServesOneFactory() {
        ShardConnectionProvider instance = new ShardConnectionProvider();
        for (Object provider :
                new Object[] {ShardConnectionProvider.class.getName(), ShardConnectionProvider.class, instance}) {
            Map<String, Object> settings = with("hibernate.connection.provider_class", provider);
            try (EntityManagerFactory emf = Work.open(settings)) {
                assertThat(Work.whoami(emf, "b")).isEqualTo("b");
                if (provider == instance) {
                    assertThatThrownBy(() -> Work.open(settings))
                            .hasStackTraceContaining("this instance serves another factory");
                    assertThat(Work.whoami(emf, "b")).isEqualTo("b");
                }
            }
        }
    }

    @Test // C10: a thread that a reactive pipeline chose is a thread without a shard
    void withoutAShardNothingRuns() {
        try (EntityManagerFactory emf = Work.create(databases.settings());
                EntityManager em = emf.createEntityManager()) {
            em.getTransaction().begin();
            assertThatThrownBy(() -> em.find(Item.class, 1L))
                    .hasStackTraceContaining(NoCurrentShardException.class.getName())
                    .hasStackTraceContaining("known shards are [a, b]");
            em.getTransaction().rollback();
            assertThatThrownBy(() -> Shards.of(emf).dataSource("A"))
                    .hasMessageContaining("unknown shard 'A'; known shards are [a, b]. Names are case-sensitive");
            assertThatThrownBy(() -> Work.whoami(emf, "nosuch")).hasStackTraceContaining("unknown shard 'nosuch'");
        }
    }

    @Test // C44
    void aShardOnAnotherProductIsRefusedByNameAtOpeningAndWhenItIsAdded() {
        try (ShardDatabases other = ShardDatabases.postgres("pg")) {
            Map<String, Object> foreign = Map.of(
                    "hibernate.connection.url", other.url("pg"),
                    "hibernate.connection.username", other.username(),
                    "hibernate.connection.password", other.password());
            Map<String, Object> settings = databases.settings();
            foreign.forEach((key, value) -> settings.put("virgo.shard.pg." + key, value));
            try (EntityManagerFactory emf = Work.open(settings)) {
                assertThat(Work.whoami(emf, "a")).isEqualTo("a");
                assertThatThrownBy(() -> Work.whoami(emf, "pg"))
                        .hasStackTraceContaining("shard 'pg'")
                        .hasStackTraceContaining("runs on PostgreSQL, but shard 'a' runs on H2");
                assertThatThrownBy(() -> Shards.of(emf).add("pg2", foreign))
                        .hasMessageContaining("shard 'pg2'")
                        .hasMessageContaining("runs on PostgreSQL, but shard 'a' runs on H2");
                assertThat(Shards.of(emf).names()).containsExactly("a", "b", "pg");
            }
        }
    }

    @Test
    void passwordsAppearInNoMessageAndNoCause() {
        Map<String, Object> settings = with("virgo.start", "strict");
        settings.put("virgo.shard.c.hibernate.connection.url", "jdbc:nosuch://db/shop?user=app&password=S3cret");
        settings.put("virgo.shard.d.hibernate.connection.url", "jdbc:h2:mem:d;IFEXISTS=TRUE;USER=x;PASSWORD=S3cret");
        settings.put("virgo.shard.d.hibernate.connection.password", "S3cret");
        Throwable failure = catchThrowable(() -> Work.open(settings));
        assertThat(failure).hasStackTraceContaining("virgo.shard.c").hasStackTraceContaining("virgo.shard.d");
        assertThat(org.assertj.core.util.Throwables.getStackTrace(failure)).doesNotContain("S3cret");
        settings.remove("virgo.start");
        try (EntityManagerFactory emf = Work.open(settings)) {
            for (String shard : new String[] {"c", "d"}) {
                Throwable late = catchThrowable(() -> Work.whoami(emf, shard));
                assertThat(late).hasStackTraceContaining("shard '" + shard + "'");
                assertThat(org.assertj.core.util.Throwables.getStackTrace(late)).doesNotContain("S3cret");
            }
        }
    }
}
