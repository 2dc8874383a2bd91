package io.virgo.jpa.rule;

import org.jspecify.annotations.Nullable;

/** What is asked before the declared rules: the application's own resolver. Thread-safe. */
public interface ResolverFace {

    /**
     * Tells whether the application has a resolver at all.
     *
     * @return false if the other methods always answer null
     */
    boolean present();

    /**
     * Tells an entity's shard.
     *
     * @param entity an entity, no proxy
     * @return the shard's name, or null
     */
    @Nullable
    String shardOf(Object entity);

    /**
     * Tells an id's shard.
     *
     * @param type the entity class
     * @param id the identifier
     * @return the shard's name, or null
     */
    @Nullable
    String shardOf(Class<?> type, Object id);
}
