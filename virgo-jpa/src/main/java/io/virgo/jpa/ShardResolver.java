package io.virgo.jpa;

import org.jspecify.annotations.Nullable;

/**
 * The application's rule of which shard an entity lives on; one class for a persistence unit, named in {@code virgo.shard_resolver}. Must
 * be thread-safe, give equal answers for equal keys for ever, and must not touch lazy parts of an entity.
 *
 * <p>An entity that refers to another by a lazy proxy, such as an order to its customer, may read that one's id: the getter of the id
 * ({@code getId()} for an attribute {@code id}, whether the field or the getter is mapped) answers without loading. Any other method loads the
 * proxy, or fails if its session is closed, and so does an accessor {@code id()} that is not named as a getter; then
 * {@code HibernateProxy.extractLazyInitializer(customer).getInternalIdentifier()} gives the id.
 *
 * @since 0.1
 */
public interface ShardResolver {

    /**
     * Tells the shard of an entity.
     *
     * @param entity an entity, new, managed or detached; never an uninitialised proxy
     * @return the shard's name, or null if this rule cannot tell
     */
    @Nullable
    String shardOf(Object entity);

    /**
     * Tells the shard of an entity that is known by its id.
     *
     * @param type the entity class
     * @param id the identifier
     * @return the shard's name, or null if this rule cannot tell
     */
    @Nullable
    String shardOf(Class<?> type, Object id);
}
