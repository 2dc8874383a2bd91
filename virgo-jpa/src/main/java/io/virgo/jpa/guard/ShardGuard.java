package io.virgo.jpa.guard;

import io.virgo.core.WrongShardException;
import io.virgo.core.settings.ShardNames;
import io.virgo.jpa.identity.WeakIdentityMap;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Knows of each entity and proxy of one factory which shard it came from, for as long as the application holds it, and refuses it on
 * another. Thread-safe.
 */
public final class ShardGuard implements Service {

    private static final long serialVersionUID = 1L;

    /** The application's rule: which shard an entity belongs to. */
    public interface Rule {

        /**
         * Tells an entity's shard.
         *
         * @param entity the entity
         * @return the shard's name, or null if the rule cannot tell
         */
        @Nullable
        String shardOf(Object entity);
    }

    /** The guards of all factories, those of the youngest first. */
    private static final List<WeakReference<ShardGuard>> GUARDS = new CopyOnWriteArrayList<>();

    private final transient WeakIdentityMap<Object, String> origins = new WeakIdentityMap<>();
    private final transient Rule rule;

    /**
     * Creates a guard.
     *
     * @param rule the application's rule
     */
    public ShardGuard(Rule rule) {
        this.rule = rule;
        GUARDS.removeIf(guard -> guard.get() == null);
        GUARDS.add(0, new WeakReference<>(this));
    }

    /**
     * Tells the shard of an instance, whatever its factory: the one that it came from, or that this thread is taking it into.
     *
     * @param instance an entity or a proxy; a proxy is not initialised
     * @return the shard's name, or null if the instance is new and not about to be stored
     */
    public static @Nullable String anyShardOf(Object instance) {
        for (WeakReference<ShardGuard> reference : GUARDS) {
            ShardGuard guard = reference.get();
            String origin = guard == null ? null : guard.originOf(instance);
            if (origin != null) {
                return origin;
            }
        }
        return EntryScope.shard();
    }

    /**
     * Tells the shard that an instance came from.
     *
     * @param instance an entity or a proxy, managed or detached; a proxy is not initialised
     * @return the shard's name, or null if the instance is new
     */
    public @Nullable String originOf(Object instance) {
        String tenant = tenantOf(instance);
        return tenant == null ? null : ShardNames.ofTenant(tenant);
    }

    private @Nullable String tenantOf(Object instance) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(instance);
        if (lazy == null) {
            String origin = origins.get(instance);
            SharedSessionContractImplementor linked = origin == null ? EnhancedReference.sessionOf(instance) : null;
            return linked == null ? origin : tenantOf(linked);
        }
        SharedSessionContractImplementor session = lazy.getSession();
        if (session != null) {
            return tenantOf(session);
        }
        String origin = origins.get(instance);
        return origin == null && !lazy.isUninitialized() ? origins.get(lazy.getImplementation()) : origin;
    }

    void cameFrom(Object instance, SharedSessionContractImplementor session) {
        String tenant = tenantOf(session);
        if (tenant != null) {
            origins.put(instance, tenant);
        }
    }

    void forget(Object instance) {
        origins.remove(instance);
    }

    /** Refuses an instance that came from, or by the rule belongs to, another shard than the session's. */
    void check(String action, Object instance, SharedSessionContractImplementor session) {
        checkOrigin(action, instance, session);
        String shard = shardOf(session);
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(instance);
        if (shard != null && lazy == null && EnhancedReference.keyOf(instance) == null) {
            String right = rule.shardOf(instance);
            if (right != null && !right.equals(shard)) {
                throw new WrongShardException("refused to " + action + " " + name(instance), shard, right);
            }
        }
    }

    void checkOrigin(String action, Object instance, SharedSessionContractImplementor session) {
        String tenant = tenantOf(session);
        String origin = tenant == null ? null : tenantOf(instance);
        if (tenant != null && origin != null && !origin.equals(tenant)) {
            throw new WrongShardException(
                    "refused to " + action + " " + name(instance),
                    ShardNames.ofTenant(tenant),
                    ShardNames.ofTenant(origin));
        }
    }

    /** Refuses what a property points to, if it came from another shard than the session's. */
    void checkTarget(
            EntityPersister persister,
            String path,
            String property,
            Object target,
            SharedSessionContractImplementor session) {
        if (isForeign(target, session)) {
            String whole = persister.getEntityName() + "." + path + property;
            checkOrigin("let " + whole + " point to", target, session);
        }
    }

    private boolean isForeign(Object instance, SharedSessionContractImplementor session) {
        if (session.isEventSource() && session.getPersistenceContextInternal().isEntryFor(instance)) {
            return false;
        }
        String origin = tenantOf(instance);
        return origin != null && !origin.equals(session.getTenantIdentifierValue());
    }

    /** The class only: an id may be an e-mail address. */
    static String name(Object instance) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(instance);
        return "a " + (lazy == null ? instance.getClass().getName() : lazy.getEntityName());
    }

    /**
     * Tells a session's shard.
     *
     * @param session the session
     * @return the shard's name, or null if the session was opened without one
     */
    public static @Nullable String shardOf(SharedSessionContractImplementor session) {
        String tenant = tenantOf(session);
        return tenant == null ? null : ShardNames.ofTenant(tenant);
    }

    private static @Nullable String tenantOf(SharedSessionContractImplementor session) {
        return session.getTenantIdentifierValue() instanceof String tenant && !tenant.startsWith("<") ? tenant : null;
    }
}
