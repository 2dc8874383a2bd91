package io.virgo.jpa;

import io.virgo.core.Shards;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.identity.WeakIdentityMap;
import jakarta.persistence.EntityManager;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Turns entity managers into sharded ones. Thread-safe.
 *
 * @since 0.1
 */
public final class ShardManager {

    private static final WeakIdentityMap<EntityManager, WeakReference<ShardedEntityManager>> OF_PROXIES =
            new WeakIdentityMap<>();

    private ShardManager() {}

    /**
     * Extends an entity manager. Works with Hibernate's own, and with the shared and transactional proxies of frameworks, whose session is
     * then looked up at each call. Closing either of both closes the sessions of all shards. Extending twice gives the same.
     *
     * @param manager an open entity manager, or one that is extended already
     * @return the sharded entity manager; also a Hibernate {@code Session} if the given one is
     * @throws IllegalStateException if the manager is closed
     * @throws NullPointerException if there is none
     */
    public static ShardedEntityManager extend(EntityManager manager) {
        Objects.requireNonNull(manager, "manager");
        if (manager instanceof ShardedEntityManager extended) {
            return extended;
        }
        if (!manager.isOpen()) {
            throw new IllegalStateException("a closed entity manager cannot be extended");
        }
        Optional<Shards> shards = Shards.find(manager.getEntityManagerFactory());
        if (shards.isEmpty()) {
            return remembered(manager, () -> ManagerClasses.unsharded(manager));
        }
        EntityShards rules =
                new EntityShards(manager.getEntityManagerFactory().unwrap(SessionFactoryImplementor.class));
        if (!(manager instanceof SessionImplementor session)) {
            SessionSource source = SessionSource.ofProxy(manager, shards.get());
            return remembered(manager, () -> ManagerClasses.sharded(source, rules));
        }
        Siblings siblings = Siblings.of(session, shards.get());
        ShardedEntityManager face = siblings.face();
        if (face == null) {
            face = ManagerClasses.sharded(SessionSource.of(session, siblings), rules);
            siblings.face(face);
        }
        return face;
    }

    /**
     * Tells which shard an entity lives on, from what Virgo saw of this instance: the shard that it was loaded from or stored on, also
     * after it was detached, or the one that a {@code persist} or {@code merge} on this thread is storing it on just now. For JPA's entity
     * listeners and others who are handed an entity and no entity manager; it is valid in all their callbacks, those during a flush or
     * commit included. The application's {@link ShardResolver} is not asked, and nothing is loaded or chosen.
     *
     * <p>Hibernate's own listeners and interceptors find the same in their session's {@code getTenantIdentifierValue()}. To read or write
     * something else from a callback, open a manager of its own within {@code CurrentShard.open(shard)}, as JPA asks for. An
     * after-commit action that moves to another thread takes the name along.
     *
     * @param entity an entity, or a proxy, which is not initialised
     * @return the shard's name; empty for an entity that is new, was removed, or never met a sharded factory
     */
    public static Optional<String> shardOf(Object entity) {
        return Optional.ofNullable(ShardGuard.anyShardOf(entity));
    }

    private static ShardedEntityManager remembered(
            EntityManager manager, java.util.function.Supplier<ShardedEntityManager> maker) {
        synchronized (OF_PROXIES) {
            WeakReference<ShardedEntityManager> known = OF_PROXIES.get(manager);
            ShardedEntityManager face = known == null ? null : known.get();
            if (face == null) {
                face = maker.get();
                OF_PROXIES.put(manager, new WeakReference<>(face));
            }
            return face;
        }
    }
}
