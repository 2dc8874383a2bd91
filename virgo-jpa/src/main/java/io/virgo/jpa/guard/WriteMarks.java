package io.virgo.jpa.guard;

import io.virgo.jpa.identity.WeakIdentityMap;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.LockEvent;
import org.hibernate.event.spi.LockEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.event.spi.PostUpdateEventListener;
import org.hibernate.event.spi.PreCollectionRecreateEvent;
import org.hibernate.event.spi.PreCollectionRecreateEventListener;
import org.hibernate.event.spi.PreCollectionRemoveEvent;
import org.hibernate.event.spi.PreCollectionRemoveEventListener;
import org.hibernate.event.spi.PreCollectionUpdateEvent;
import org.hibernate.event.spi.PreCollectionUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which sessions wrote in their present transaction. Rows and collections are seen as Hibernate writes them; statements in HQL
 * and SQL by the clean-up that Hibernate plans after them; JDBC work is marked by whoever hands it on. Thread-safe.
 */
public final class WriteMarks
        implements Service,
                LockEventListener,
                PostInsertEventListener,
                PostUpdateEventListener,
                PostDeleteEventListener,
                PreCollectionRecreateEventListener,
                PreCollectionUpdateEventListener,
                PreCollectionRemoveEventListener {

    private static final long serialVersionUID = 1L;

    private final transient WeakIdentityMap<SharedSessionContractImplementor, WeakReference<End>> ends =
            new WeakIdentityMap<>();

    /** Creates the memory. */
    public WriteMarks() {}

    /**
     * Marks that a session writes, or may write, in its present transaction. Does nothing if it has none.
     *
     * @param session the session
     */
    public void mark(SharedSessionContractImplementor session) {
        End end = endOf(session);
        if (end != null) {
            end.wrote = true;
        }
    }

    /** What is done with an instance once it is known how the transaction ended. */
    interface Afterwards {
        void ended(Object instance, boolean committed);
    }

    /** Has something done at the end of a session's present transaction. Does nothing if it has none. */
    void atEnd(SharedSessionContractImplementor session, Object instance, Afterwards afterwards) {
        End end = endOf(session);
        if (end != null) {
            end.instances.add(instance);
            end.actions.add(afterwards);
        }
    }

    private @Nullable End endOf(SharedSessionContractImplementor session) {
        End known = known(session);
        if (known != null || !session.isTransactionInProgress()) {
            return known;
        }
        End end = new End(session);
        ends.put(session, new WeakReference<>(end));
        session.getTransactionCoordinator().addObserver(end);
        return end;
    }

    private @Nullable End known(SharedSessionContractImplementor session) {
        WeakReference<End> known = ends.get(session);
        return known == null ? null : known.get();
    }

    /**
     * Tells whether a session wrote in its present transaction.
     *
     * @param session the session; its changes must have been flushed
     * @return true if it did, or may have done so by JDBC work
     */
    public boolean wrote(SessionImplementor session) {
        End end = known(session);
        return (end != null && end.wrote) || session.getActionQueue().hasAfterTransactionActions();
    }

    /** A lock that raises the row's version writes, at once or at the commit, and no event tells of it. */
    void locked(LockMode mode, SharedSessionContractImplementor session) {
        if (mode == LockMode.PESSIMISTIC_FORCE_INCREMENT || mode == LockMode.OPTIMISTIC_FORCE_INCREMENT) {
            mark(session);
        }
    }

    /** What is to be known until the session's transaction ends, by whatever way. Held by the session, and weakly by the marks. */
    private final class End implements TransactionObserver {

        private final SharedSessionContractImplementor session;
        private final List<Object> instances = new ArrayList<>(2);
        private final List<Afterwards> actions = new ArrayList<>(2);
        private boolean wrote;

        End(SharedSessionContractImplementor session) {
            this.session = session;
        }

        @Override
        public void afterBegin() {
            end(false);
        }

        @Override
        public void beforeCompletion() {
            // The mark is still needed.
        }

        @Override
        public void afterCompletion(boolean successful, boolean delayed) {
            end(successful);
        }

        private void end(boolean committed) {
            ends.remove(session);
            session.getTransactionCoordinator().removeObserver(this);
            for (int i = 0; i < actions.size(); i++) {
                actions.get(i).ended(instances.get(i), committed);
            }
        }
    }

    @Override
    public void onLock(LockEvent event) {
        locked(event.getLockOptions().getLockMode(), event.getSession());
    }

    @Override
    public void onPostInsert(PostInsertEvent event) {
        mark(event.getSession());
    }

    @Override
    public void onPostUpdate(PostUpdateEvent event) {
        mark(event.getSession());
    }

    @Override
    public void onPostDelete(PostDeleteEvent event) {
        mark(event.getSession());
    }

    @Override
    public void onPreRecreateCollection(PreCollectionRecreateEvent event) {
        mark(event.getSession());
    }

    @Override
    public void onPreUpdateCollection(PreCollectionUpdateEvent event) {
        mark(event.getSession());
    }

    @Override
    public void onPreRemoveCollection(PreCollectionRemoveEvent event) {
        mark(event.getSession());
    }

    @Override
    public boolean requiresPostCommitHandling(EntityPersister persister) {
        return false;
    }
}
