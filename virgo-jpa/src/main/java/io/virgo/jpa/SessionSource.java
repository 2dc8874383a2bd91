package io.virgo.jpa;

import io.virgo.core.CurrentShard;
import io.virgo.core.Shards;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Where a sharded entity manager finds its sessions: fixed for a session of the application's own, looked up at each call for a
 * framework's proxy. A shared one has no session outside of a transaction (or of a web request that holds one), and then makes one for
 * each call.
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
        return new SessionSource(proxy, shards, !ownsTransaction(proxy), () -> behind(proxy, shards));
    }

    /** A proxy of an application-managed entity manager lets the application begin transactions; one that is shared must not. */
    private static boolean ownsTransaction(EntityManager proxy) {
        try {
            proxy.getTransaction();
            return true;
        } catch (IllegalStateException managedByTheFramework) {
            return false;
        }
    }

    private static @Nullable Siblings behind(EntityManager proxy, Shards shards) {
        try {
            return Siblings.of(proxy.unwrap(SessionImplementor.class), shards);
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

    /** Null when a shared proxy has no session at the moment. */
    @Nullable
    Siblings siblings() {
        return lookup.get();
    }

    /**
     * The shard chosen for the session at hand. While nothing is chosen there, a shared proxy follows the thread's shard: its users do
     * not know when the framework opened the session.
     */
    @Nullable
    String current(@Nullable Siblings siblings) {
        if (siblings == null) {
            return CurrentShard.get().orElse(null);
        }
        if (shared && !siblings.chosen()) {
            return CurrentShard.get().orElseGet(siblings::current);
        }
        return siblings.current();
    }

    Session extendedSession() {
        return extended instanceof Session session ? session : CallSession.of(extended, null);
    }

    /** For a single call on a shard by a shared proxy that has no session: the one that it opens for the call has to be of that shard. */
    Session forOneCall(String shard) {
        return CallSession.of(extended, shard);
    }
}
