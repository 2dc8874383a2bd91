package io.virgo.jpa;

import io.virgo.core.Shards;
import io.virgo.core.UnknownShardException;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import io.virgo.jpa.identity.WeakIdentityMap;
import io.virgo.jpa.transaction.ShardedTransaction;
import io.virgo.jpa.transaction.TransactionSpan;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionEventListener;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session and its siblings, one for each other shard touched, and which of their shards is the current one. Hangs on the session as a
 * listener, so it lives and ends with it, whoever closes it. Used by one thread at a time.
 */
final class Siblings implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(Siblings.class);

    /** Values are held by their keys' listeners, and weakly here. */
    private static final WeakIdentityMap<Object, WeakReference<Siblings>> OF_SESSIONS = new WeakIdentityMap<>();

    /** The session itself, whatever stands before it: a proxy, a delegator. */
    private final transient SessionImplementor real;

    private final transient SessionImplementor primary;
    private final transient @Nullable String primaryShard;
    private final transient Map<String, SessionImplementor> open = new LinkedHashMap<>();
    private final transient List<SessionEventListener> listeners = new ArrayList<>();
    private final transient Shards shards;
    private final transient WriteMarks writes;
    private final transient TransactionSpan span;
    private @Nullable String current;
    private boolean chosen;
    private transient @Nullable Transaction transaction;
    private transient @Nullable ShardedEntityManager face;

    private Siblings(SessionImplementor real, SessionImplementor primary, Shards shards) {
        ServiceRegistry services = primary.getFactory()
                .unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
                .getServiceRegistry();
        this.real = real;
        this.primary = primary;
        this.primaryShard = ShardGuard.shardOf(real);
        this.current = primaryShard;
        this.shards = shards;
        this.writes = services.requireService(WriteMarks.class);
        this.span = new TransactionSpan(real, primaryShard, open, writes, shards);
    }

    /** Gives what a session has already; null if it was never extended. */
    private static @Nullable Siblings known(SessionImplementor session) {
        WeakReference<Siblings> known = OF_SESSIONS.get(session);
        return known == null ? null : known.get();
    }

    static Siblings of(SessionImplementor session, Shards shards) {
        SessionImplementor real = realOf(session);
        Siblings siblings = known(real);
        if (siblings == null) {
            siblings = new Siblings(real, session, shards);
            siblings.hangOn(real);
        }
        return siblings;
    }

    private static SessionImplementor realOf(SessionImplementor session) {
        return session.getPersistenceContextInternal().getSession() instanceof SessionImplementor real ? real : session;
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
        requireOpen();
        if (shard != null) {
            requireKnown(shard);
        }
        current = shard;
        chosen = true;
    }

    /** False while the current shard is only that of the session. */
    boolean chosen() {
        return chosen;
    }

    <R extends @Nullable Object> R during(String shard, Supplier<R> action) {
        String before = current;
        boolean wasChosen = chosen;
        current(shard);
        try {
            return action.get();
        } finally {
            current = before;
            chosen = wasChosen;
        }
    }

    /** The transaction of the primary session, with an outcome that speaks of all. */
    Transaction transaction() {
        Transaction known = transaction;
        if (known == null) {
            known = ShardedTransaction.of(primary.getTransaction(), span);
            transaction = known;
        }
        return known;
    }

    private void requireKnown(String shard) {
        if (!shards.contains(shard)) {
            throw new UnknownShardException(shard, shards.names());
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
        requireOpen();
        SessionImplementor sibling = open.get(shard);
        // One that was closed in the present transaction still commits with it; until then Hibernate says what it may
        // do.
        if (sibling == null || !(sibling.isTransactionInProgress() || sibling.isOpen())) {
            sibling = SiblingSessions.open(primary, shards.tenantIdentifier(shard));
            sibling.addEventListeners(listeners.toArray(SessionEventListener[]::new));
            OF_SESSIONS.put(sibling, new WeakReference<>(this));
            open.put(shard, sibling);
        }
        span.join(sibling);
        return sibling;
    }

    private void requireOpen() {
        if (!primary.isOpen()) {
            throw new IllegalStateException("the entity manager is closed");
        }
    }

    void markWrite(SessionImplementor session) {
        writes.mark(session);
    }

    void forEach(Consumer<SessionImplementor> action) {
        action.accept(primary);
        List.copyOf(open.values()).stream().filter(SessionImplementor::isOpen).forEach(action);
    }

    /** Flushes all; a sibling that has anything to write takes part in the present transaction from here on. */
    void flush() {
        forEach(session -> {
            if (session == primary) {
                session.flush();
            } else if (session.isTransactionInProgress() || session.isDirty()) {
                span.join(session);
                session.flush();
            }
        });
    }

    /** Adds listeners to all sessions, those opened later included. */
    void addListeners(SessionEventListener... added) {
        listeners.addAll(List.of(added));
        forEach(session -> session.addEventListeners(added));
    }

    /** The primary session is being closed; a sibling that fails to follow must not keep it or the others open. */
    @Override
    public void end() {
        span.logUntold();
        // Callbacks may open one more.
        while (!open.isEmpty()) {
            Map<String, SessionImplementor> ending = new LinkedHashMap<>(open);
            open.clear();
            ending.forEach(Siblings::close);
        }
        // Left to the garbage collector, an entry costs ten times as much.
        OF_SESSIONS.remove(real);
    }

    private static void close(String shard, SessionImplementor sibling) {
        try {
            close(sibling);
        } catch (RuntimeException e) {
            LOG.warn("The session on shard '{}' could not be closed in order: {}", shard, e.getMessage(), e);
        }
    }

    private static void close(SessionImplementor sibling) {
        OF_SESSIONS.remove(sibling);
        boolean local = !sibling.getTransactionCoordinator()
                .getTransactionCoordinatorBuilder()
                .isJta();
        try {
            if (local && sibling.isTransactionInProgress()) {
                sibling.getTransaction().rollback();
            }
        } finally {
            if (!sibling.isClosed()) {
                closeForSure(sibling);
            }
        }
    }

    /** After a transaction that another thread ended, as at a time-out, Hibernate's first attempt only tells so. */
    private static void closeForSure(SessionImplementor sibling) {
        try {
            sibling.close();
        } catch (RuntimeException e) {
            if (!sibling.isClosed()) {
                sibling.close();
            }
            throw e;
        }
    }
}
