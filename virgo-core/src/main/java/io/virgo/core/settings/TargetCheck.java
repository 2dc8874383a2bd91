package io.virgo.core.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that every shard says where its database is, and that no two shards mean the same database by inheriting it. */
final class TargetCheck {

    /** What may differ between two pools on one database. Any other such key may be the driver's, and name a schema. */
    private static final Set<String> NOT_WHERE = Set.of(
            "hibernate.connection.password",
            "hibernate.connection.driver_class",
            "hibernate.connection.pool_size",
            "hibernate.connection.initial_pool_size",
            "hibernate.connection.min_pool_size",
            "hibernate.connection.pool_validation_interval",
            "hibernate.connection.isolation",
            "hibernate.connection.autocommit",
            "hibernate.connection.handling_mode",
            "hibernate.connection.provider_disables_autocommit");

    private static final Logger LOG = LoggerFactory.getLogger(TargetCheck.class);

    private TargetCheck() {}

    static void check(
            Map<String, Map<String, Object>> shards, Map<String, Map<String, Object>> own, Problems problems) {
        Map<Map<String, Object>, String> seen = new HashMap<>();
        shards.forEach((name, settings) -> {
            if (ShardLayers.TARGET_KEYS.stream().noneMatch(key -> isGiven(settings.get(key)))) {
                problems.add(
                        VirgoSettings.SHARD_PREFIX + name + ".hibernate.connection.url",
                        "is missing; shard '" + name + "' needs a URL or a data source");
                return;
            }
            if (String.valueOf(settings.get("hibernate.connection.provider_class"))
                    .contains("ShardConnectionProvider")) {
                problems.add(
                        VirgoSettings.SHARD_PREFIX + name + ".hibernate.connection.provider_class",
                        "a shard cannot be made of shards; name a pool");
                return;
            }
            String other = seen.putIfAbsent(target(settings), name);
            if (other != null) {
                same(name, other, own, problems);
            }
        });
    }

    private static boolean isGiven(@Nullable Object value) {
        return value != null && !value.toString().isBlank();
    }

    private static void same(String name, String other, Map<String, Map<String, Object>> own, Problems problems) {
        if (!saysWhere(own.getOrDefault(name, Map.of())) || !saysWhere(own.getOrDefault(other, Map.of()))) {
            problems.add(
                    VirgoSettings.SHARD_PREFIX + name + ".hibernate.connection.url",
                    "is missing; shards '" + other + "' and '" + name + "' would share one database");
        } else {
            LOG.warn("Shards '{}' and '{}' have the same connection settings: they are one database", other, name);
        }
    }

    private static boolean saysWhere(Map<String, Object> own) {
        return own.keySet().stream().anyMatch(ShardLayers::isTarget);
    }

    private static Map<String, Object> target(Map<String, Object> settings) {
        Map<String, Object> target = new TreeMap<>();
        settings.forEach((key, value) -> {
            if ((key.startsWith("hibernate.connection.") && !NOT_WHERE.contains(key))
                    || ShardLayers.TARGET_KEYS.contains(key)) {
                target.put(key, value);
            }
        });
        return target;
    }
}
