package io.virgo.jpa.guard;

import java.util.List;
import org.hibernate.action.internal.BulkOperationCleanupAction;
import org.hibernate.engine.internal.TransactionCompletionCallbacksImpl;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.TransactionCompletionCallbacksImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.RefreshContext;
import org.hibernate.event.spi.RefreshEvent;
import org.hibernate.event.spi.RefreshEventListener;
import org.hibernate.resource.transaction.spi.TransactionObserver;

/**
 * Takes what refreshing a cached entity leaves to do after the transaction, the unlocking of its cache entries, out of the place where
 * {@link WriteMarks} looks for the clean-up of statements, and does it itself when the transaction has ended.
 */
final class RefreshLocks extends TransactionCompletionCallbacksImpl implements TransactionObserver {

    private final SessionImplementor session;
    private final TransactionCompletionCallbacksImplementor usual;

    private RefreshLocks(SessionImplementor session, TransactionCompletionCallbacksImplementor usual) {
        super(session);
        this.session = session;
        this.usual = usual;
    }

    /** Stands around the listeners that refresh; to be called before others are added that have nothing to leave. */
    static void install(EventListenerRegistry registry) {
        registry.setListeners(EventType.REFRESH, new Refreshing(EntryScope.listeners(registry, EventType.REFRESH)));
    }

    private static void around(SessionImplementor session, Runnable refresh) {
        TransactionCompletionCallbacksImplementor usual =
                session.getActionQueue().getTransactionCompletionCallbacks();
        if (usual instanceof RefreshLocks || !ownsItsTransaction(session)) {
            refresh.run();
            return;
        }
        RefreshLocks locks = new RefreshLocks(session, usual);
        session.getActionQueue().setTransactionCompletionCallbacks(locks, false);
        try {
            refresh.run();
        } finally {
            session.getActionQueue().setTransactionCompletionCallbacks(usual, false);
            if (locks.hasAfterCompletionCallbacks()) {
                session.getTransactionCoordinator().addObserver(locks);
            }
        }
    }

    /** False for a child session, whose parent ends the transaction. */
    private static boolean ownsItsTransaction(SessionImplementor session) {
        return session.getJdbcCoordinator().getJdbcSessionOwner() == session;
    }

    @Override
    public void registerCallback(AfterCompletionCallback process) {
        if (process instanceof BulkOperationCleanupAction.BulkOperationCleanUpAfterTransactionCompletionProcess) {
            usual.registerCallback(process);
        } else {
            super.registerCallback(process);
        }
    }

    @Override
    public void registerCallback(BeforeCompletionCallback process) {
        usual.registerCallback(process);
    }

    @Override
    public void addSpaceToInvalidate(String space) {
        usual.addSpaceToInvalidate(space);
    }

    @Override
    public void afterBegin() {
        // What a refresh outside of a transaction locked stays so until the next one ends, as without this class.
    }

    @Override
    public void beforeCompletion() {
        // The entries stay locked until the end.
    }

    @Override
    public void afterCompletion(boolean successful, boolean delayed) {
        session.getTransactionCoordinator().removeObserver(this);
        afterTransactionCompletion(successful);
    }

    private record Refreshing(List<RefreshEventListener> inner) implements RefreshEventListener {

        @Override
        public void onRefresh(RefreshEvent event) {
            around(event.getSession(), () -> inner.forEach(listener -> listener.onRefresh(event)));
        }

        @Override
        public void onRefresh(RefreshEvent event, RefreshContext refreshedAlready) {
            around(event.getSession(), () -> inner.forEach(listener -> listener.onRefresh(event, refreshedAlready)));
        }
    }
}
