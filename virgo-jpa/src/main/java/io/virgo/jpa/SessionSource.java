package io.virgo.jpa;

import io.virgo.core.Shards;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Where a sharded entity manager finds its sessions: fixed for a session of the application's own, looked up at each call for a
 * framework's shared proxy, which has none outside of a transaction.
 */
final class SessionSource {

    private final EntityManager extended;
    private final Shards shards;
    private final boolean shared;
    private final Supplier<@Nullable Siblings> lookup;

    private SessionSource(EntityManager extended, Shards shards, boolean shared, Supplier<@Nullable Siblings> lookup) {
        this.extended = extended;
        this.shards = shards;
        this.shared = shared;
        this.lookup = lookup;
    }

    static SessionSource of(SessionImplementor session, Siblings siblings) {
        return new SessionSource(session, siblings.shards(), false, () -> siblings);
    }

    static SessionSource ofProxy(EntityManager proxy, Shards shards) {
        return new SessionSource(proxy, shards, true, () -> behind(proxy));
    }

    private static @Nullable Siblings behind(EntityManager proxy) {
        try {
            return Siblings.of(proxy.unwrap(SessionImplementor.class));
        } catch (IllegalStateException noTransaction) {
            return null;
        }
    }

    EntityManager extended() {
        return extended;
    }

    Shards shards() {
        return shards;
    }

    /** True for a framework's proxy, which many threads may use and whose transactions the framework runs. */
    boolean shared() {
        return shared;
    }

    @Nullable
    Siblings siblings() {
        return lookup.get();
    }

    Session extendedSession() {
        return extended instanceof Session session ? session : extended.unwrap(Session.class);
    }
}
