package io.virgo.core.id;

/**
 * An id, or a part of one, that tells its shard by itself, so that an entity is found by its id alone. Implemented by id classes, such
 * as an embeddable; {@link ShardedId} is a ready one. An implementation is immutable.
 *
 * @since 0.1
 */
public interface ShardBearing {

    /**
     * Gives the shard that the entity with this id lives on.
     *
     * @return the shard's name as in the settings, never null
     */
    String shard();
}
