package io.virgo.core.routing;

import java.util.List;

/**
 * A router over slots: a fixed number of partitions, each of which is on a shard, so that growth gives slots to another shard and no key
 * changes its slot. Thread-safe.
 *
 * @since 0.1
 */
public interface SlotRouter extends ShardRouter {

    /**
     * Tells a key's slot, which never changes.
     *
     * @param key the shard key
     * @return a number from 0 on
     */
    int slotOf(Object key);

    /**
     * Gives the number of slots.
     *
     * @return the number
     */
    int slots();

    /**
     * Tells which version of the map is in force.
     *
     * @return the version; 0 for a map in the settings
     */
    long version();

    /**
     * Reads the map from its table again and puts it in force at once, whole. Does nothing for a map in the settings.
     *
     * @throws IllegalStateException if the table cannot be read, or its map has holes, doubles or unknown shards; the last good map
     *     stays in force
     */
    void reload();

    @Override
    List<String> shards();
}
