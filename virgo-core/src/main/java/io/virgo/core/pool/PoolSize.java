package io.virgo.core.pool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many connections a pool keeps and how many it may have, as far as its settings tell; what they leave out is the pool's default. */
record PoolSize(int minimum, int maximum) {

    // What Hibernate gives a pool whose own key for the maximum is not set.
    private static final String HIBERNATES = "hibernate.connection.pool_size";

    /** Reads the size of the pool with the prefix, which is empty for any other pool; null if the settings do not tell it. */
    static @Nullable PoolSize of(Map<String, Object> settings, String poolPrefix) {
        try {
            return switch (poolPrefix) {
                case "hibernate.c3p0." ->
                    size(
                            number(settings, 3, "hibernate.c3p0.min_size", "hibernate.c3p0.minPoolSize"),
                            number(settings, 15, "hibernate.c3p0.max_size", HIBERNATES, "hibernate.c3p0.maxPoolSize"));
                case "hibernate.hikari." -> {
                    int maximum = number(settings, 10, "hibernate.hikari.maximumPoolSize", HIBERNATES);
                    yield size(number(settings, maximum, "hibernate.hikari.minimumIdle"), maximum);
                }
                case "hibernate.agroal." ->
                    size(
                            number(settings, 0, "hibernate.agroal.minSize"),
                            number(settings, 10, "hibernate.agroal.maxSize", HIBERNATES));
                default -> builtIn(settings) ? ofBuiltIn(settings) : null;
            };
        } catch (NumberFormatException e) {
            return null; // the pool will say so when it opens
        }
    }

    private static PoolSize ofBuiltIn(Map<String, Object> settings) {
        return size(number(settings, 1, "hibernate.connection.min_pool_size"), number(settings, 20, HIBERNATES));
    }

    private static boolean builtIn(Map<String, Object> settings) {
        Object provider = settings.get("hibernate.connection.provider_class");
        return provider == null
                ? !settings.containsKey("hibernate.connection.datasource")
                : String.valueOf(provider).contains("DriverManagerConnectionProvider");
    }

    private static PoolSize size(int minimum, int maximum) {
        return new PoolSize(Math.min(minimum, maximum), maximum);
    }

    private static int number(Map<String, Object> settings, int otherwise, String... keys) {
        for (String key : keys) {
            Object value = settings.get(key);
            if (value != null) {
                return Integer.parseInt(value.toString().strip());
            }
        }
        return otherwise;
    }
}
