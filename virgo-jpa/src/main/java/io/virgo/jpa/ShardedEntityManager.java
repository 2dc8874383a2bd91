package io.virgo.jpa;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An entity manager that knows shards: one session for each shard touched, behind one face. Made by {@link ShardManager#extend}. Where
 * the extended manager is a Hibernate {@code Session}, this is one too.
 *
 * <p>A call goes to the session of the current shard; without one, {@code persist}, {@code merge}, {@code remove}, {@code refresh},
 * {@code lock}, {@code find}, {@code getReference}, {@code detach} and {@code contains} go to the shard that the entity or id belongs
 * to. Queries, streams, lazy collections, proxies and {@code unwrap} results stay with the shard where they were made. The transaction
 * spans all sessions. Not thread-safe, as any entity manager, unless the extended one is a framework's shared proxy.
 *
 * @since 0.1
 */
public interface ShardedEntityManager extends EntityManager {

    /**
     * Tells whether the factory is sharded.
     *
     * @return false if it is not, and then every call passes through to the extended manager
     */
    boolean isSharded();

    /**
     * Gives the names of all shards, for iteration.
     *
     * @return a snapshot in order; empty if the factory is not sharded
     */
    List<String> getShards();

    /**
     * Tells this manager's current shard. It does not depend on other managers of the thread.
     *
     * <p>A framework's shared proxy keeps a choice as long as the session of its transaction lasts; while none is made there, and
     * outside of transactions, it follows {@link io.virgo.core.CurrentShard}.
     *
     * @return the shard's name; null while none is chosen
     */
    @Nullable
    String getCurrentShard();

    /**
     * Chooses this manager's current shard, at any time, also inside a transaction. It survives every call.
     *
     * @param shard the shard's name; null clears the choice
     * @throws io.virgo.core.UnknownShardException if there is no such shard; nothing changes then
     * @throws IllegalStateException if this manager is closed, or if the extended one is a framework's shared proxy and there is no
     *     transaction to keep the choice in
     */
    void setCurrentShard(@Nullable String shard);

    /**
     * Finds the shard of an entity, by the application's rule or by where the instance came from. Chooses nothing; the answer may be
     * stored.
     *
     * @param entity the entity; an uninitialised proxy is not loaded
     * @return the shard's name
     * @throws io.virgo.core.ShardNotResolvedException if nothing tells it
     * @throws NullPointerException if there is no entity
     */
    String resolveShard(Object entity);

    /**
     * Finds the shard of an id by the application's rule. Chooses nothing; the answer may be stored.
     *
     * @param type the entity class
     * @param id the identifier
     * @return the shard's name
     * @throws io.virgo.core.ShardNotResolvedException if the rule cannot tell
     * @throws NullPointerException if there is no type or no id
     */
    String resolveShard(Class<?> type, Object id);

    /**
     * Does something on another shard, within the same transaction, then comes back, also after an exception. The action may choose
     * shards itself; it must not keep the manager that it gets.
     *
     * @param shard the shard's name
     * @param action gets this manager, with the shard as its current one
     * @param <R> the type of the result
     * @return the action's result
     * @throws io.virgo.core.UnknownShardException if there is no such shard, also for null; the action is not called then
     * @throws IllegalStateException if this manager is closed
     */
    <R extends @Nullable Object> R onShard(String shard, Function<EntityManager, R> action);
}
