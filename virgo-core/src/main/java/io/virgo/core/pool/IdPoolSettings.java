package io.virgo.core.pool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** Turns a shard's settings into those of its small pool for ids: the same, but for the size. */
final class IdPoolSettings {

    private static final Map<String, List<String>> MOST_KEYS = Map.of(
            "hibernate.c3p0.", List.of("hibernate.c3p0.max_size"),
            "hibernate.hikari.", List.of("hibernate.hikari.maximumPoolSize"),
            "hibernate.agroal.", List.of("hibernate.agroal.maxSize"),
            "", List.of("hibernate.connection.pool_size"));

    private static final Map<String, List<String>> LEAST_KEYS = Map.of(
            "hibernate.c3p0.", List.of(),
            "hibernate.hikari.", List.of("hibernate.hikari.minimumIdle"),
            "hibernate.agroal.", List.of("hibernate.agroal.minSize", "hibernate.agroal.initialSize"),
            "", List.of("hibernate.connection.min_pool_size", "hibernate.connection.initial_pool_size"));

    private static final List<String> OTHER_SIZES = List.of(
            "hibernate.c3p0.min_size",
            "hibernate.c3p0.minPoolSize",
            "hibernate.c3p0.maxPoolSize",
            "hibernate.c3p0.initialPoolSize");

    private IdPoolSettings() {}

    static Map<String, Object> of(Map<String, Object> shard, String poolPrefix) {
        Map<String, Object> small = new HashMap<>(shard);
        small.keySet().removeAll(OTHER_SIZES);
        MOST_KEYS
                .getOrDefault(poolPrefix, List.of())
                .forEach(key -> small.put(key, String.valueOf(ShardRegistry.ID_CONNECTIONS)));
        LEAST_KEYS.getOrDefault(poolPrefix, List.of()).forEach(key -> small.put(key, "0"));
        if (poolPrefix.equals("hibernate.c3p0.")) {
            // c3p0 makes at least one; by itself it would start with three.
            small.put("hibernate.c3p0.min_size", "1");
            small.put("hibernate.c3p0.initialPoolSize", "1");
            small.put("hibernate.c3p0.acquireIncrement", "1");
        }
        return small;
    }

    /** Tells whether the pool is an object that the application made: it cannot be configured a second time. */
    static boolean cannotBeMadeTwice(Map<String, Object> shard) {
        return shard.get("hibernate.connection.provider_class") instanceof ConnectionProvider;
    }
}
