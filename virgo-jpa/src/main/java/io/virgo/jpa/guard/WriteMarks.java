package io.virgo.jpa.guard;

import io.virgo.jpa.identity.WeakIdentityMap;
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

    private final transient WeakIdentityMap<SharedSessionContractImplementor, Boolean> marks = new WeakIdentityMap<>();

    /** Creates the memory. */
    public WriteMarks() {}

    /**
     * Marks that a session writes, or may write, in its present transaction. Does nothing if it has none.
     *
     * @param session the session
     */
    public void mark(SharedSessionContractImplementor session) {
        if (session.isTransactionInProgress() && marks.get(session) == null) {
            marks.put(session, Boolean.TRUE);
            session.getTransactionCoordinator().addObserver(new End(session));
        }
    }

    /**
     * Tells whether a session wrote in its present transaction.
     *
     * @param session the session; its changes must have been flushed
     * @return true if it did, or may have done so by JDBC work
     */
    public boolean wrote(SessionImplementor session) {
        return marks.get(session) != null || session.getActionQueue().hasAfterTransactionActions();
    }

    /** A lock that raises the row's version writes, at once or at the commit, and no event tells of it. */
    void locked(LockMode mode, SharedSessionContractImplementor session) {
        if (mode == LockMode.PESSIMISTIC_FORCE_INCREMENT || mode == LockMode.OPTIMISTIC_FORCE_INCREMENT) {
            mark(session);
        }
    }

    /** Takes the mark away with the session's transaction, by whatever way that ends. Held by the session, and not by the marks. */
    private final class End implements TransactionObserver {

        private final SharedSessionContractImplementor session;

        End(SharedSessionContractImplementor session) {
            this.session = session;
        }

        @Override
        public void afterBegin() {
            end();
        }

        @Override
        public void beforeCompletion() {
            // The mark is still needed.
        }

        @Override
        public void afterCompletion(boolean successful, boolean delayed) {
            end();
        }

        private void end() {
            marks.remove(session);
            session.getTransactionCoordinator().removeObserver(this);
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
