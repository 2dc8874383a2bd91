package io.virgo.core.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of all shards, read once and immutable: the shards in order, and for each the Hibernate settings that its pool is
 * made from.
 */
public final class ShardSettings {

    private final Map<String, Map<String, Object>> shards;
    private final ShardLayers layers;
    private final boolean strict;

    ShardSettings(Map<String, Map<String, Object>> shards, ShardLayers layers, boolean strict) {
        this.shards = Collections.unmodifiableMap(new LinkedHashMap<>(shards));
        this.layers = layers;
        this.strict = strict;
    }

    /**
     * Gives the names of the shards.
     *
     * @return the names in order
     */
    public List<String> names() {
        return List.copyOf(shards.keySet());
    }

    /**
     * Gives one shard's settings.
     *
     * @param name a name out of {@link #names()}
     * @return Hibernate's keys and the values in force for the shard
     */
    public Map<String, Object> of(String name) {
        return Objects.requireNonNull(shards.get(name), name);
    }

    /**
     * Puts together the settings of a shard that is added at run time.
     *
     * @param own the shard's own settings: Hibernate's keys without a prefix
     * @return Hibernate's keys and the values in force: own value, then DEFAULT, then the key without prefix
     */
    public Map<String, Object> ofAdded(Map<String, ?> own) {
        return layers.merge(own);
    }

    /**
     * Tells whether a key says where a database is.
     *
     * @param key a key of Hibernate or Jakarta Persistence
     * @return true if it names a URL, a data source or a provider
     */
    public static boolean saysWhere(String key) {
        return ShardLayers.isTarget(key);
    }

    /**
     * Tells how pools open.
     *
     * @return true if all open at start
     */
    public boolean strict() {
        return strict;
    }
}
