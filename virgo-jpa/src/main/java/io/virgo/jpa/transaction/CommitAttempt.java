package io.virgo.jpa.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.jspecify.annotations.Nullable;

/** Commits one session and tells, if that fails, whether the database has surely rolled back. */
final class CommitAttempt implements TransactionObserver {

    private final Runnable lastCheck;
    private boolean reachedTheDatabase;

    /** With a check that may still refuse the commit, after all callbacks that come before it. */
    CommitAttempt(Runnable lastCheck) {
        this.lastCheck = lastCheck;
    }

    /** Commits; if it throws, {@link #surelyRolledBack} can tell more. */
    void commit(SessionImplementor session) {
        // The last observer: what follows is the commit itself.
        session.getTransactionCoordinator().addObserver(this);
        try {
            session.getTransaction().commit();
        } finally {
            session.getTransactionCoordinator().removeObserver(this);
        }
    }

    /** False if something before the commit itself failed. */
    boolean reachedTheDatabase() {
        return reachedTheDatabase;
    }

    boolean surelyRolledBack(Throwable failure) {
        return !reachedTheDatabase || refusedByTheDatabase(failure);
    }

    /** Serialisation failures, deadlocks and deferred constraints; after all else the commit may have been carried out. */
    static boolean refusedByTheDatabase(Throwable failure) {
        SQLException sql = sqlFailure(failure);
        String state = sql == null ? null : sql.getSQLState();
        return state != null && (state.startsWith("23") || (state.startsWith("40") && !state.equals("40003")));
    }

    /** False for a callback that fails before or after the commit. */
    static boolean failedInTheDatabase(Throwable failure) {
        return sqlFailure(failure) != null;
    }

    private static @Nullable SQLException sqlFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return null;
    }

    /** Hibernate leaves a failed commit as it is: the session's next transaction, or the connection's next user, would commit it. */
    static void undo(SessionImplementor session, RuntimeException failure) {
        try {
            if (session.isOpen()) {
                session.doWork(Connection::rollback);
            } else if (session.isOpenOrWaitingForAutoClose()) {
                // It would wait for ever.
                JdbcCoordinator jdbc = session.getJdbcCoordinator();
                jdbc.getLogicalConnection().getPhysicalConnection().rollback();
                jdbc.close();
            }
        } catch (RuntimeException | SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void afterBegin() {
        // Added when the transaction has long begun.
    }

    @Override
    public void beforeCompletion() {
        lastCheck.run();
        reachedTheDatabase = true;
    }

    @Override
    public void afterCompletion(boolean successful, boolean delayed) {
        // The caller knows.
    }
}
