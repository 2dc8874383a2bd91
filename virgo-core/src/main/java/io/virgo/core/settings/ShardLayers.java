package io.virgo.core.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lays a shard's own settings over DEFAULT and these over the keys without prefix. A layer that says where the database is, or which
 * pool to use, hides the lower layers' word on the same question even where the keys differ: an own URL beats a DEFAULT data source.
 */
final class ShardLayers {

    private static final Map<String, String> JAKARTA_TO_HIBERNATE = Map.of(
            "jakarta.persistence.jdbc.url", "hibernate.connection.url",
            "jakarta.persistence.jdbc.user", "hibernate.connection.username",
            "jakarta.persistence.jdbc.password", "hibernate.connection.password",
            "jakarta.persistence.jdbc.driver", "hibernate.connection.driver_class",
            "jakarta.persistence.nonJtaDataSource", "hibernate.connection.datasource",
            "jakarta.persistence.jtaDataSource", "hibernate.connection.datasource");

    private static final String DATA_SOURCE = "hibernate.connection.datasource";
    private static final String PROVIDER_CLASS = "hibernate.connection.provider_class";

    /** The keys of which one must say where a shard's database is. */
    static final List<String> TARGET_KEYS = List.of(
            "hibernate.connection.url",
            "hibernate.connection.datasource",
            "hibernate.connection.provider_class",
            "hibernate.hikari.jdbcUrl",
            "hibernate.hikari.dataSourceClassName");

    private static final List<String> POOL_PREFIXES =
            List.of("hibernate.c3p0.", "hibernate.hikari.", "hibernate.agroal.");

    private static final Set<String> OF_THE_FACTORY = Set.of(
            "hibernate.connection.provider_class",
            "hibernate.connection.datasource",
            "hibernate.multi_tenant_connection_provider",
            "hibernate.tenant_identifier_resolver",
            "hibernate.schema_management_tool");

    private static final List<String> PREFIXES_OF_THE_FACTORY =
            List.of("virgo.", "hibernate.cache.", "hibernate.hbm2ddl.", "jakarta.persistence.schema-generation.");

    /** Which tables a shard has; the only word on schema work that a shard may have for itself. */
    static final String SCHEMA_FILTER = "hibernate.hbm2ddl.schema_filter_provider";

    private static final List<String> SCHEMA_PREFIXES = List.of(
            "hibernate.hbm2ddl.",
            "jakarta.persistence.schema-generation.",
            "jakarta.persistence.sql-load-script-source");

    /** What a shard without own settings has; the same for all. */
    private final Map<String, Object> common;

    ShardLayers(Map<String, ?> defaults, Map<String, ?> all) {
        Map<String, Object> rest = normalised(all);
        rest.keySet().removeAll(OF_THE_FACTORY);
        rest.keySet().removeIf(key -> PREFIXES_OF_THE_FACTORY.stream().anyMatch(key::startsWith));
        overlay(rest, normalised(defaults));
        this.common = rest;
    }

    /** Tells whether a key, Hibernate's or Jakarta's, says where the database is. */
    static boolean isTarget(String key) {
        return TARGET_KEYS.contains(JAKARTA_TO_HIBERNATE.getOrDefault(key, key));
    }

    /** Tells whether a key is about schema work that is the same for all shards. */
    static boolean isSchemaWorkOfAll(String key) {
        return !key.equals(SCHEMA_FILTER) && SCHEMA_PREFIXES.stream().anyMatch(key::startsWith);
    }

    Map<String, Object> merge(Map<String, ?> own) {
        Map<String, Object> merged = new HashMap<>(common);
        overlay(merged, normalised(own));
        return merged;
    }

    private static void overlay(Map<String, Object> merged, Map<String, Object> upper) {
        if (TARGET_KEYS.stream().anyMatch(upper::containsKey)) {
            // A provider that all shards share is made for each from its own URL; an own data source needs none.
            Object provider = upper.containsKey(DATA_SOURCE) ? null : merged.get(PROVIDER_CLASS);
            merged.keySet().removeAll(TARGET_KEYS);
            if (provider != null) {
                merged.put(PROVIDER_CLASS, provider);
            }
        }
        if (POOL_PREFIXES.stream().anyMatch(prefix -> mentions(upper, prefix) && !mentions(merged, prefix))) {
            merged.remove(PROVIDER_CLASS);
        }
        if (POOL_PREFIXES.stream().anyMatch(prefix -> mentions(upper, prefix))) {
            POOL_PREFIXES.stream()
                    .filter(prefix -> !mentions(upper, prefix))
                    .forEach(prefix -> merged.keySet().removeIf(key -> key.startsWith(prefix)));
        }
        merged.putAll(upper);
    }

    private static boolean mentions(Map<String, Object> layer, String prefix) {
        return layer.keySet().stream().anyMatch(key -> key.startsWith(prefix));
    }

    private static Map<String, Object> normalised(Map<String, ?> layer) {
        Map<String, Object> result = new HashMap<>();
        layer.forEach((key, value) -> {
            if (value != null && !JAKARTA_TO_HIBERNATE.containsKey(key)) {
                result.put(key, value);
            }
        });
        JAKARTA_TO_HIBERNATE.forEach((jakarta, hibernate) -> {
            Object value = layer.get(jakarta);
            if (value != null) {
                result.putIfAbsent(hibernate, value);
            }
        });
        return result;
    }
}
