package io.virgo.jpa.guard;

import io.virgo.jpa.identity.WeakIdentityMap;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
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
                PostInsertEventListener,
                PostUpdateEventListener,
                PostDeleteEventListener,
                PreCollectionRecreateEventListener,
                PreCollectionUpdateEventListener,
                PreCollectionRemoveEventListener {

    private static final long serialVersionUID = 1L;

    private final transient WeakIdentityMap<SharedSessionContractImplementor, Mark> marks = new WeakIdentityMap<>();

    /** Creates the memory. */
    public WriteMarks() {}

    /**
     * Marks that a session writes, or may write, in its present transaction. Does nothing if it has none.
     *
     * @param session the session
     */
    public void mark(SharedSessionContractImplementor session) {
        if (session.isTransactionInProgress()) {
            markOf(session).set = true;
        }
    }

    private Mark markOf(SharedSessionContractImplementor session) {
        Mark mark = marks.get(session);
        if (mark == null) {
            mark = new Mark();
            marks.put(session, mark);
            session.getTransactionCoordinator().addObserver(mark);
        }
        return mark;
    }

    /**
     * Tells whether a session wrote in its present transaction.
     *
     * @param session the session; its changes must have been flushed
     * @return true if it did, or may have done so by JDBC work
     */
    public boolean wrote(SessionImplementor session) {
        Mark mark = marks.get(session);
        return (mark != null && mark.set) || session.getActionQueue().hasAfterTransactionActions();
    }

    /** Ends with its session's transaction, by whatever way that ends. */
    private static final class Mark implements TransactionObserver {

        private boolean set;

        @Override
        public void afterBegin() {
            set = false;
        }

        @Override
        public void beforeCompletion() {
            // The mark is still needed.
        }

        @Override
        public void afterCompletion(boolean successful, boolean delayed) {
            set = false;
        }
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
