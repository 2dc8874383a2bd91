package io.virgo.core.routing;

import java.util.List;
import java.util.Map;

/**
 * A rule from a shard key to a shard. Equal keys route alike, whatever their Java type, today and in any later release: rows are found
 * by it. Thread-safe.
 *
 * <p>The built-in ones are chosen by {@code virgo.router.<name>.type}; an application's own class is named there and needs a public
 * constructor without parameters.
 *
 * @since 0.1
 */
public interface ShardRouter {

    /**
     * Takes the settings of this router; called before any key. While a factory starts it may be called twice with the same settings, on
     * this instance or another.
     *
     * @param settings what follows {@code virgo.router.<name>.} in the settings, without {@code type}
     * @param shards the names of the factory's shards, in order
     * @throws IllegalArgumentException if the settings cannot work; its message starts with the key that is wrong and reaches the
     *     application in the one report of all problems at start
     */
    default void configure(Map<String, String> settings, List<String> shards) {}

    /**
     * Finds the shard of a key.
     *
     * @param key the shard key; brought to its {@linkplain ShardKeys#normalise(Object) normal form} by the router
     * @return the shard's name
     * @throws IllegalArgumentException if the key is of a type that cannot be routed
     * @throws io.virgo.core.routing.UnroutableKeyException if the key maps nowhere
     */
    String shardOf(Object key);

    /**
     * Selects the shard for something new. Differs from {@link #shardOf} where a shard may be full.
     *
     * @param key the shard key of the new thing
     * @return the shard's name
     * @throws UnroutableKeyException if nothing new may be stored under the key
     */
    default String shardForNew(Object key) {
        return shardOf(key);
    }

    /**
     * Tells how a key comes to its shard, for people: partition, position or group, and the shard.
     *
     * @param key the shard key
     * @return one line
     */
    default String explain(Object key) {
        return shardOf(key);
    }

    /**
     * Tells which shards this router may answer with.
     *
     * @return their names
     */
    List<String> shards();
}
