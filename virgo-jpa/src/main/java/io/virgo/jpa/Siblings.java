package io.virgo.jpa;

import io.virgo.core.Shards;
import io.virgo.core.UnknownShardException;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import io.virgo.jpa.identity.WeakIdentityMap;
import io.virgo.jpa.transaction.TransactionSpan;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.SessionEventListener;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A session and its siblings, one for each other shard touched, and which of their shards is the current one. Hangs on the session as a
 * listener, so it lives and ends with it, whoever closes it. Used by one thread at a time.
 */
final class Siblings implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    /** Values are held by their keys' listeners, and weakly here. */
    private static final WeakIdentityMap<Object, WeakReference<Siblings>> OF_SESSIONS = new WeakIdentityMap<>();

    private final transient SessionImplementor primary;
    private final transient @Nullable String primaryShard;
    private final transient Map<String, SessionImplementor> open = new LinkedHashMap<>();
    private final transient Shards shards;
    private final transient WriteMarks writes;
    private final transient TransactionSpan span;
    private @Nullable String current;
    private transient @Nullable ShardedEntityManager face;

    private Siblings(SessionImplementor primary, Shards shards) {
        ServiceRegistry services = primary.getFactory()
                .unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
                .getServiceRegistry();
        this.primary = primary;
        this.primaryShard = ShardGuard.shardOf(primary);
        this.current = primaryShard;
        this.shards = shards;
        this.writes = services.requireService(WriteMarks.class);
        this.span = new TransactionSpan(primary, primaryShard, open, writes);
    }

    static Siblings of(SessionImplementor session) {
        WeakReference<Siblings> known = OF_SESSIONS.get(session);
        Siblings siblings = known == null ? null : known.get();
        if (siblings == null) {
            siblings = new Siblings(session, Shards.of(session.getFactory()));
            siblings.hangOn(session);
        }
        return siblings;
    }

    private void hangOn(SessionImplementor session) {
        OF_SESSIONS.put(session, new WeakReference<>(this));
        session.addEventListeners(this);
    }

    SessionImplementor primary() {
        return primary;
    }

    Shards shards() {
        return shards;
    }

    TransactionSpan span() {
        return span;
    }

    @Nullable
    String current() {
        return current;
    }

    void current(@Nullable String shard) {
        if (shard != null) {
            requireKnown(shard);
        }
        current = shard;
    }

    private void requireKnown(String shard) {
        List<String> known = shards.names();
        if (!known.contains(shard)) {
            throw new UnknownShardException(shard, known);
        }
    }

    @Nullable
    ShardedEntityManager face() {
        return face;
    }

    void face(ShardedEntityManager made) {
        face = made;
    }

    /** Gives the session of a shard, opened if need be and part of the present transaction. */
    SessionImplementor on(String shard) {
        if (shard.equals(primaryShard)) {
            return primary;
        }
        SessionImplementor sibling = open.get(shard);
        if (sibling == null || !sibling.isOpen()) {
            requireKnown(shard);
            requireOpen();
            sibling = SiblingSessions.open(primary, shard);
            OF_SESSIONS.put(sibling, new WeakReference<>(this));
            open.put(shard, sibling);
        }
        span.join(sibling);
        return sibling;
    }

    private void requireOpen() {
        if (!primary.isOpenOrWaitingForAutoClose()) {
            throw new IllegalStateException("the entity manager is closed");
        }
    }

    void markWrite(SessionImplementor session) {
        writes.mark(session);
    }

    void forEach(Consumer<SessionImplementor> action) {
        action.accept(primary);
        open.values().stream().filter(SessionImplementor::isOpen).forEach(action);
    }

    /** A sibling that the present transaction has not used takes part only if it has something to write. */
    void flush() {
        primary.flush();
        for (SessionImplementor sibling : List.copyOf(open.values())) {
            if (sibling.isOpen() && (sibling.isTransactionInProgress() || sibling.isDirty())) {
                span.join(sibling);
                sibling.flush();
            }
        }
    }

    /** The primary session is closed; its siblings follow, the last ones even if the first fail. */
    @Override
    public void end() {
        RuntimeException first = null;
        for (SessionImplementor sibling : open.values()) {
            try {
                close(sibling);
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        open.clear();
        if (first != null) {
            throw first;
        }
    }

    private void close(SessionImplementor sibling) {
        if (!sibling.isOpen()) {
            return;
        }
        boolean local = !sibling.getTransactionCoordinator()
                .getTransactionCoordinatorBuilder()
                .isJta();
        try {
            if (local && sibling.isTransactionInProgress()) {
                sibling.getTransaction().rollback();
            }
        } finally {
            sibling.close();
        }
    }
}
