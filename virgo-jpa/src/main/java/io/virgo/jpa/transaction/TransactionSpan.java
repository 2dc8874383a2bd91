package io.virgo.jpa.transaction;

import io.virgo.core.MixedCommitException;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.Shards;
import io.virgo.jpa.guard.WriteMarks;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.FlushMode;
import org.hibernate.Transaction;
import org.hibernate.TransactionException;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.hibernate.resource.transaction.spi.TransactionStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ties the transactions of sibling sessions to that of their primary session, whoever begins and ends that one: the application, Spring,
 * or anything else that uses the session. Before the primary commits, after it was flushed and all synchronizations were asked, all
 * siblings are flushed and the one that wrote is committed; when it ends otherwise, they are rolled back. Under JTA each session is tied
 * to the transaction itself, and this does nothing. Used by one thread at a time.
 */
public final class TransactionSpan implements TransactionObserver {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionSpan.class);

    /** A callback that writes through another session each time it is flushed would never end. */
    private static final int FLUSHES = 16;

    private final SessionImplementor primary;
    private final @Nullable String primaryShard;
    private final Map<String, SessionImplementor> siblings;
    private final WriteMarks writes;
    private final JtaEnlistment enlistment;
    private final List<String> committed = new ArrayList<>();
    private final List<String> readers = new ArrayList<>();
    private boolean primaryWrote;
    private boolean primaryCommits;

    /**
     * Creates the span, which watches the primary's transactions from now on.
     *
     * @param primary the session whose transaction leads
     * @param primaryShard its shard, or null if it has none
     * @param siblings the siblings by shard; a live view
     * @param writes tells which sessions wrote
     * @param shards the factory's shards
     */
    public TransactionSpan(
            SessionImplementor primary,
            @Nullable String primaryShard,
            Map<String, SessionImplementor> siblings,
            WriteMarks writes,
            Shards shards) {
        this.primary = primary;
        this.primaryShard = primaryShard;
        this.siblings = siblings;
        this.writes = writes;
        this.enlistment = new JtaEnlistment(shards);
        primary.getTransactionCoordinator().addObserver(this);
    }

    /**
     * Takes a sibling into the primary's transaction, if there is one.
     *
     * @param sibling the session that is about to be used
     */
    public void join(SessionImplementor sibling) {
        boolean jta = jta();
        if (jta) {
            // A session that was opened before the transaction joins it at its next use, and this is one.
            primary.getTransactionCoordinator().pulse();
        }
        if (!primary.isTransactionInProgress()) {
            return;
        }
        if (jta) {
            if (!sibling.isTransactionInProgress()) {
                sibling.joinTransaction();
            }
            enlistment.join(primary, sibling);
            return;
        }
        if (!sibling.isTransactionInProgress()) {
            begin(sibling);
        }
    }

    /** The modes and the time that is left are those of the primary, whose modes a framework sets for each transaction. */
    private void begin(SessionImplementor sibling) {
        sibling.setHibernateFlushMode(primary.getHibernateFlushMode());
        sibling.setDefaultReadOnly(primary.isDefaultReadOnly());
        int seconds = primary.getJdbcCoordinator().determineRemainingTransactionTimeOutPeriod();
        sibling.getTransaction().setTimeout(seconds);
        sibling.beginTransaction();
    }

    private boolean jta() {
        return primary.getTransactionCoordinator()
                .getTransactionCoordinatorBuilder()
                .isJta();
    }

    /** Leaves nothing of an earlier transaction, whose end may have failed before the siblings heard of it. */
    @Override
    public void afterBegin() {
        logUntold();
        committed.clear();
        readers.clear();
        primaryCommits = false;
        undoLeftovers();
    }

    /**
     * Tells what became of the shards when the primary's commit has failed.
     *
     * @param failure what it threw
     * @return the outcome, or null if all is rolled back, or nothing but the primary took part
     */
    @Nullable
    MixedCommitException outcome(RuntimeException failure) {
        if (!primaryCommits) {
            return null;
        }
        primaryCommits = false;
        undo(primary, failure);
        boolean undone = CommitAttempt.refusedByTheDatabase(failure);
        boolean unclear = primaryWrote && !readers.isEmpty() && !undone && CommitAttempt.failedInTheDatabase(failure);
        if (committed.isEmpty() && !unclear) {
            return null;
        }
        List<String> rolledBack = new ArrayList<>(undone ? primaryShards() : List.of());
        rolledBack.addAll(readers);
        return new MixedCommitException(committed, rolledBack, undone ? List.of() : primaryShards(), failure);
    }

    private List<String> primaryShards() {
        return primaryShard == null ? List.of() : List.of(primaryShard);
    }

    /**
     * Tells whether a statement failed on a sibling, so that nothing can be committed.
     *
     * @return true if a sibling's transaction can only be rolled back
     */
    public boolean markedForRollback() {
        for (SessionImplementor sibling : siblings.values()) {
            if (markedForRollback(sibling)) {
                return true;
            }
        }
        return false;
    }

    private static boolean markedForRollback(SessionImplementor session) {
        return session.isOpen() && session.getTransaction().getStatus() == TransactionStatus.MARKED_ROLLBACK;
    }

    @Override
    public void beforeCompletion() {
        if (jta() || siblings.isEmpty()) {
            return;
        }
        flush();
        primaryWrote = writes.wrote(primary);
        List<String> writers = new ArrayList<>(primaryWrote ? primaryShards() : List.of());
        siblings.forEach((shard, session) -> {
            if (session.isOpen() && session.isTransactionInProgress()) {
                (writes.wrote(session) ? writers : readers).add(shard);
            }
        });
        if (writers.size() > 1) {
            throw new MultiShardWriteException(writers);
        }
        writers.forEach(this::commit);
        primaryCommits = true;
    }

    private void flush() {
        flushSiblings();
        for (int i = 0; callbacksWrote(); i++) {
            if (i == FLUSHES) {
                throw new TransactionException("callbacks write on one more shard at each of " + FLUSHES + " flushes");
            }
            flush("", primary);
            flushSiblings();
        }
    }

    /** Flushing may open further siblings, when a callback uses one. */
    private void flushSiblings() {
        new LinkedHashMap<>(siblings).forEach(this::flush);
    }

    private boolean callbacksWrote() {
        return Stream.concat(Stream.of(primary), siblings.values().stream())
                .anyMatch(session -> session.isOpen()
                        && session.getHibernateFlushMode() != FlushMode.MANUAL
                        && session.getActionQueue().hasAnyQueuedActions());
    }

    private void flush(String shard, SessionImplementor session) {
        if (!session.isOpen()) {
            return;
        }
        if (session != primary && markedForRollback(session)) {
            throw new TransactionException("a statement failed on shard '" + shard
                    + "' in this transaction, so it is rolled back on all its shards");
        }
        if (!session.isTransactionInProgress()) {
            if (primary.getHibernateFlushMode() == FlushMode.MANUAL || !session.isDirty()) {
                return;
            }
            begin(session);
        }
        if (session.getHibernateFlushMode() != FlushMode.MANUAL) {
            session.flush();
        }
    }

    private void commit(String shard) {
        SessionImplementor session = siblings.get(shard);
        if (session == null) {
            return;
        }
        CommitAttempt attempt = new CommitAttempt();
        try {
            attempt.commit(session);
        } catch (RuntimeException e) {
            undo(session, e);
            if (attempt.surelyRolledBack(e)) {
                throw new TransactionException("the commit failed on shard '" + shard + "': " + e.getMessage(), e);
            }
            List<String> rolledBack = new ArrayList<>(primaryShards());
            rolledBack.addAll(readers);
            throw new MixedCommitException(List.of(), rolledBack, List.of(shard), e);
        }
        committed.add(shard);
    }

    /** Hibernate leaves a failed commit as it is: the session's next transaction, or the connection's next user, would commit it. */
    private static void undo(SessionImplementor session, RuntimeException failure) {
        try {
            session.doWork(Connection::rollback);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void afterCompletion(boolean successful, boolean delayed) {
        if (jta()) {
            enlistment.ended();
            return;
        }
        if (successful) {
            // From here on a failure is one of the application's callbacks.
            primaryCommits = false;
        }
        end(successful);
    }

    /**
     * Logs a mixed outcome of which the application was not told by an exception, since somebody else ran the transaction. Hibernate 7.2 tells
     * observers nothing of a commit that the database failed, so this is called at whatever comes next.
     */
    public void logUntold() {
        if (primaryCommits && !committed.isEmpty()) {
            LOG.error(
                    "The transaction is committed on {}, but shard '{}', which it had only read, failed to end it",
                    committed,
                    primaryShard);
        }
        primaryCommits = false;
    }

    void undoLeftovers() {
        if (!jta()) {
            end(false);
        }
    }

    /** Ends the siblings' transactions that are still open: they wrote nothing, or are to be undone. */
    private void end(boolean success) {
        siblings.forEach((shard, session) -> end(shard, session, success));
    }

    /** Nobody can be told of a failure here. */
    private static void end(String shard, SessionImplementor session, boolean success) {
        try {
            if (session.isOpen() && session.isTransactionInProgress()) {
                Transaction transaction = session.getTransaction();
                if (success && !markedForRollback(session)) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("The transaction on shard '{}' could not be ended: {}", shard, e.getMessage(), e);
        }
    }
}
