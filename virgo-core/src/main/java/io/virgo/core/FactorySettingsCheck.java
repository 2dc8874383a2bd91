package io.virgo.core;

import io.virgo.core.settings.Problems;
import java.util.Map;
import org.hibernate.cfg.CacheSettings;
import org.hibernate.cfg.MultiTenancySettings;
import org.jspecify.annotations.Nullable;

/** Finds Hibernate settings that would let a session read or write another shard than its own. */
final class FactorySettingsCheck {

    private static final String KEYS_FACTORY = "hibernate.cache.keys_factory";

    private static final String LAZY_LOAD_NO_TRANS = "hibernate.enable_lazy_load_no_trans";

    private FactorySettingsCheck() {}

    static void check(Map<String, Object> settings, Problems problems) {
        if (settings.get(MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER) != null) {
            problems.add(
                    MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER,
                    "cannot be combined with shards, since a shard is a tenant to Hibernate; remove it");
        }
        Object resolver = settings.get(MultiTenancySettings.MULTI_TENANT_IDENTIFIER_RESOLVER);
        if (resolver != null && !(resolver instanceof CurrentShardResolver)) {
            problems.add(
                    MultiTenancySettings.MULTI_TENANT_IDENTIFIER_RESOLVER,
                    "cannot be combined with shards; remove it and choose the shard by CurrentShard.open(shard)");
        }
        if (on(settings.get(LAZY_LOAD_NO_TRANS))) {
            problems.add(
                    LAZY_LOAD_NO_TRANS,
                    "would load lazy parts of a detached entity from the thread's shard and not from its own; remove it and"
                            + " fetch what is needed inside the session");
        }
        Object keys = settings.get(KEYS_FACTORY);
        if (keys != null && simple(keys) && caching(settings)) {
            problems.add(
                    KEYS_FACTORY,
                    "'" + keys + "' leaves the shard out of cache keys; remove it or switch the caches off");
        }
    }

    private static boolean simple(Object keys) {
        return keys.equals("simple") || String.valueOf(keys).contains("SimpleCacheKeysFactory");
    }

    private static boolean caching(Map<String, Object> settings) {
        Object secondLevel = settings.get(CacheSettings.USE_SECOND_LEVEL_CACHE);
        boolean region =
                settings.get(CacheSettings.CACHE_REGION_FACTORY) != null && (secondLevel == null || on(secondLevel));
        return region || on(secondLevel) || on(settings.get(CacheSettings.USE_QUERY_CACHE));
    }

    private static boolean on(@Nullable Object value) {
        return value != null && Boolean.parseBoolean(value.toString());
    }
}
