package io.virgo.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.spi.Configurable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** None of Hibernate's pool modules is on the class path of these tests. */
class PoolFactoryTest {

    private final BootstrapServiceRegistry bootstrap = new BootstrapServiceRegistryBuilder().build();
    private final PoolFactory factory = new PoolFactory(bootstrap);
    // The bootstrap registry ends with the last of its children; a factory has its own.
    private final StandardServiceRegistry ofTheFactory = new StandardServiceRegistryBuilder(bootstrap)
            .applySetting("hibernate.boot.allow_jdbc_metadata_access", false)
            .build();

    @AfterEach
    void close() {
        StandardServiceRegistryBuilder.destroy(ofTheFactory);
    }

    /** Stands for the pools whose names its subclasses carry, and shows what it was configured with. */
    static class Recording implements ConnectionProvider, Configurable {
        private static final long serialVersionUID = 1L;

        static volatile Map<String, Object> configured = Map.of();

        @Override
        public void configure(Map<String, Object> settings) {
            configured = Map.copyOf(settings);
        }

        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLException("none here");
        }

        @Override
        public void closeConnection(Connection connection) {}

        @Override
        public boolean supportsAggressiveRelease() {
            return false;
        }

        @Override
        public boolean isUnwrappableAs(Class<?> unwrapType) {
            return false;
        }

        @Override
        public <T> T unwrap(Class<T> unwrapType) {
            throw new IllegalArgumentException(unwrapType.getName());
        }
    }

    public static final class HikariLike extends Recording {
        private static final long serialVersionUID = 1L;
    }

    public static final class C3p0Like extends Recording {
        private static final long serialVersionUID = 1L;
    }

    public static final class AgroalLike extends Recording {
        private static final long serialVersionUID = 1L;
    }

    private static Map<String, Object> settings(Object... pairs) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.url", "jdbc:h2:mem:pf");
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return settings;
    }

    private void configure(String provider, Object... pairs) throws SQLException {
        Map<String, Object> settings = settings(pairs);
        settings.put("hibernate.connection.provider_class", provider);
        factory.create("s1", settings, AcquisitionTimeout.STANDARD).close();
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.c3p0.max_size, hibernate-c3p0",
        "hibernate.hikari.maximumPoolSize, hibernate-hikaricp",
        "hibernate.agroal.maxSize, hibernate-agroal"
    })
    void aPoolWhoseModuleIsMissingIsRefusedWithTheModulesName(String key, String module) {
        SQLException e = assertThrows(
                SQLException.class, () -> factory.create("s1", settings(key, "3"), AcquisitionTimeout.STANDARD));
        assertTrue(
                e.getMessage().contains("org.hibernate.orm:" + module)
                        && e.getMessage().contains("class path"),
                e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "HikariLike, hibernate.hikari.connectionTimeout, 30000",
        "C3p0Like, hibernate.c3p0.checkoutTimeout, 30000",
        "AgroalLike, hibernate.agroal.acquisitionTimeout, PT30S"
    })
    void aPoolWithoutATimeoutGetsThirtySecondsAndOneOfItsOwnStays(String provider, String key, String standard)
            throws SQLException {
        String type = PoolFactoryTest.class.getName() + "$" + provider;
        configure(type);
        assertEquals(standard, Recording.configured.get(key));
        configure(type, key, "700");
        assertEquals("700", Recording.configured.get(key));
    }

    @Test // C43
    void aPoolsNameHoldsTheShardAlsoWhenAllShardsInheritOne() throws SQLException {
        String type = HikariLike.class.getName();
        String key = "hibernate.hikari.poolName";
        configure(type);
        assertEquals("virgo-s1", Recording.configured.get(key));
        configure(type, key, "shop");
        assertEquals("shop-s1", Recording.configured.get(key));
        configure(type, key, "my-s1-pool");
        assertEquals("my-s1-pool", Recording.configured.get(key));
    }

    @Test
    void theTimeoutInForceIsThatOfThePoolThatIsChosen() {
        Map<String, Object> both = settings(
                "hibernate.c3p0.checkoutTimeout",
                "111",
                "hibernate.hikari.connectionTimeout",
                222,
                "hibernate.agroal.acquisitionTimeout",
                Duration.ofSeconds(3));
        Duration standard = Duration.ofSeconds(9);
        assertEquals(Duration.ofMillis(111), AcquisitionTimeout.of(both, "hibernate.c3p0.", standard));
        assertEquals(Duration.ofMillis(222), AcquisitionTimeout.of(both, "hibernate.hikari.", standard));
        assertEquals(Duration.ofSeconds(3), AcquisitionTimeout.of(both, "hibernate.agroal.", standard));
        assertEquals(standard, AcquisitionTimeout.of(both, "", standard));
        assertEquals(
                standard,
                AcquisitionTimeout.of(Map.of("hibernate.c3p0.checkoutTimeout", 0), "hibernate.c3p0.", standard));
    }
}
