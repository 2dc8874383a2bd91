package io.virgo.core.id;

import org.jspecify.annotations.Nullable;

/**
 * An id generator whose ids tell the shard that they were made for. An entity that is known by such an id alone is found by it. Must be
 * thread-safe.
 *
 * @since 0.1
 */
public interface ShardBearingGenerator {

    /**
     * Tells the shard that an id was made for, without asking a database.
     *
     * @param id an id, in the type of the entity's attribute
     * @return the shard's name, or null if this id bears none, as one that was assigned by hand
     */
    @Nullable
    String shardOf(Object id);
}
