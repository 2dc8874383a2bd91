package io.virgo.core.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that every shard says where its database is, and that no two shards mean the same database by inheriting it. */
final class TargetCheck {

    private static final Logger LOG = LoggerFactory.getLogger(TargetCheck.class);

    private TargetCheck() {}

    static void check(
            Map<String, Map<String, Object>> shards, Map<String, Map<String, Object>> own, Problems problems) {
        Map<Map<String, Object>, String> seen = new HashMap<>();
        shards.forEach((name, settings) -> {
            if (ShardLayers.TARGET_KEYS.stream().noneMatch(settings::containsKey)) {
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
            if (key.startsWith("hibernate.connection.") || ShardLayers.TARGET_KEYS.contains(key)) {
                target.put(key, value);
            }
        });
        return target;
    }
}
