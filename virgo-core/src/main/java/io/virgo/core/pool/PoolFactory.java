package io.virgo.core.pool;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.selector.spi.StrategySelector;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.jndi.spi.JndiService;

/**
 * Makes a shard's pool the way Hibernate makes a factory's: a standard registry with the shard's settings chooses, configures and
 * starts the connection provider. Its parent is the factory's own bootstrap registry, so a pool costs 0.04 ms and not 5.
 */
final class PoolFactory {

    private final BootstrapServiceRegistry bootstrap;

    PoolFactory(BootstrapServiceRegistry bootstrap) {
        this.bootstrap = UnlistedBootstrap.of(bootstrap);
    }

    Pool create(String shard, Map<String, Object> settings, Duration timeout) throws SQLException {
        Map<String, Object> complete = new HashMap<>(settings);
        String prefix = poolPrefix(complete);
        AcquisitionTimeout.complete(complete, prefix, timeout);
        if (prefix.equals("hibernate.hikari.")) {
            name(shard, "hibernate.hikari.poolName", complete);
        } else if (prefix.equals("hibernate.c3p0.")) {
            name(shard, "hibernate.c3p0.dataSourceName", complete);
        }
        StandardServiceRegistry registry = build(complete);
        try {
            ConnectionProvider provider = registry.getService(ConnectionProvider.class);
            if (provider == null || missesItsModule(prefix, provider)) {
                throw new SQLException(
                        prefix + "* is set, but Hibernate's module for that pool is not on the class path: add "
                                + module(prefix));
            }
            boolean c3p0 = prefix.equals("hibernate.c3p0.") && provider.isUnwrappableAs(DataSource.class);
            return new Pool(registry, provider, c3p0 ? new CarefulCheckout(provider, complete) : null);
        } catch (SQLException | RuntimeException e) {
            StandardServiceRegistryBuilder.destroy(registry);
            throw e;
        }
    }

    /** A name that all shards inherit would make their pools one in meters and logs. */
    private static void name(String shard, String key, Map<String, Object> settings) {
        String given = String.valueOf(settings.getOrDefault(key, "virgo"));
        settings.put(key, given.contains(shard) ? given : given + "-" + shard);
    }

    /** Looks a JNDI name up on the caller's thread, since naming contexts belong to the container's threads. */
    Map<String, Object> withDataSourceOf(Map<String, Object> settings) {
        if (!(settings.get("hibernate.connection.datasource") instanceof String name)) {
            return settings;
        }
        StandardServiceRegistry registry = build(settings);
        try {
            Map<String, Object> resolved = new HashMap<>(settings);
            resolved.put(
                    "hibernate.connection.datasource",
                    registry.requireService(JndiService.class).locate(name));
            return resolved;
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private StandardServiceRegistry build(Map<String, Object> settings) {
        StandardServiceRegistryBuilder builder = new StandardServiceRegistryBuilder(bootstrap);
        // Otherwise a hibernate.properties file on the class path would bring in the factory's provider and recurse.
        builder.getSettings().clear();
        builder.applySettings(settings);
        builder.addService(JdbcServices.class, NoJdbcServices.create());
        return builder.build();
    }

    /** Says which pool Hibernate is going to choose, as far as the pool's settings depend on it; empty for any other. */
    String poolPrefix(Map<String, Object> settings) {
        Object explicit = settings.get("hibernate.connection.provider_class");
        if (explicit != null) {
            return prefixNamedBy(String.valueOf(explicit));
        }
        if (settings.containsKey("hibernate.connection.datasource")) {
            return "";
        }
        Collection<?> modules = bootstrap
                .requireService(StrategySelector.class)
                .getRegisteredStrategyImplementors(ConnectionProvider.class);
        if (modules != null && modules.size() == 1) {
            return prefixNamedBy(String.valueOf(modules.iterator().next()));
        }
        for (String prefix : new String[] {"hibernate.c3p0.", "hibernate.hikari.", "hibernate.agroal."}) {
            if (settings.keySet().stream().anyMatch(key -> key.startsWith(prefix))) {
                return prefix;
            }
        }
        return "";
    }

    private static String prefixNamedBy(String provider) {
        String name = provider.toLowerCase(java.util.Locale.ROOT);
        if (name.contains("c3p0")) {
            return "hibernate.c3p0.";
        }
        if (name.contains("hikari")) {
            return "hibernate.hikari.";
        }
        return name.contains("agroal") ? "hibernate.agroal." : "";
    }

    /**
     * Tells whether connections made from these settings can take part in JTA transactions: those of a data source can, if it knows the
     * transaction manager; Hibernate's own pools never do, nor do the pools that know no JTA.
     */
    static boolean mayJoinJta(Map<String, Object> settings) {
        Object explicit = settings.get("hibernate.connection.provider_class");
        Object source = settings.get("hibernate.connection.datasource");
        if (source != null) {
            String type = source instanceof String ? "" : source.getClass().getName();
            return !type.startsWith("com.zaxxer.hikari.") && !type.startsWith("com.mchange.");
        }
        if (explicit == null) {
            return false;
        }
        String name = explicit instanceof Class<?> type ? type.getName() : String.valueOf(explicit);
        return !name.startsWith("org.hibernate.") && prefixNamedBy(name).isEmpty();
    }

    private static boolean missesItsModule(String prefix, ConnectionProvider provider) {
        return !prefix.isEmpty() && prefixNamedBy(provider.getClass().getName()).isEmpty();
    }

    private static String module(String prefix) {
        return switch (prefix) {
            case "hibernate.c3p0." -> "org.hibernate.orm:hibernate-c3p0";
            case "hibernate.hikari." -> "org.hibernate.orm:hibernate-hikaricp";
            case "hibernate.agroal." -> "org.hibernate.orm:hibernate-agroal";
            default -> "it";
        };
    }
}
