package io.virgo.jpa.transaction;

import io.virgo.core.MixedCommitException;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.Shards;
import io.virgo.jpa.guard.WriteMarks;
import jakarta.persistence.RollbackException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * siblings are flushed and committed, the one that wrote as the last; when it ends otherwise, they are rolled back. Under JTA each session
 * is tied to the transaction itself, and this does nothing. Used by one thread at a time.
 */
public final class TransactionSpan implements TransactionObserver {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionSpan.class);

    /** A callback that uses another session each time it is flushed or committed would never end. */
    private static final int ROUNDS = 16;

    private final SessionImplementor primary;
    private final @Nullable String primaryShard;
    private final Map<String, SessionImplementor> siblings;
    private final WriteMarks writes;
    private final JtaEnlistment enlistment;
    private final List<SessionImplementor> begun = new ArrayList<>();
    private final List<String> committed = new ArrayList<>();
    private final Set<String> writers = new LinkedHashSet<>();
    private boolean writesCommitted;
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
        begun.add(sibling);
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
        undoLeftovers();
        begun.clear();
        committed.clear();
        writers.clear();
        writesCommitted = false;
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
        CommitAttempt.undo(primary, failure);
        boolean undone = CommitAttempt.refusedByTheDatabase(failure);
        boolean unclear = primaryShard != null
                && writers.contains(primaryShard)
                && !committed.isEmpty()
                && !undone
                && CommitAttempt.failedInTheDatabase(failure);
        if (!writesCommitted && !unclear) {
            return null;
        }
        return new MixedCommitException(
                committed, undone ? primaryShards() : List.of(), undone ? List.of() : primaryShards(), failure);
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
        return List.copyOf(siblings.values()).stream().anyMatch(TransactionSpan::markedForRollback);
    }

    private static boolean markedForRollback(SessionImplementor session) {
        return usable(session) && session.getTransaction().getStatus() == TransactionStatus.MARKED_ROLLBACK;
    }

    /** One that was closed in its transaction says that it is closed, but works on until the transaction ends. */
    private static boolean usable(SessionImplementor session) {
        return session.isTransactionInProgress() || session.isOpen();
    }

    @Override
    public void beforeCompletion() {
        if (jta() || siblings.isEmpty()) {
            return;
        }
        requireNoneClosed();
        flushSiblings();
        try {
            commitSiblings();
        } catch (MixedCommitException e) {
            throw e;
        } catch (RuntimeException e) {
            throw writesCommitted ? new MixedCommitException(committed, List.copyOf(notCommitted()), List.of(), e) : e;
        }
        primaryCommits = true;
    }

    private void commitSiblings() {
        for (int i = 0; commitNext(); i++) {
            if (i == ROUNDS) {
                throw new TransactionException("callbacks use one more shard after each of " + ROUNDS + " commits");
            }
        }
    }

    /** Hibernate's own sessions drop their transaction when they are closed; those made by JPA wait for its end. */
    private void requireNoneClosed() {
        for (SessionImplementor session : begun) {
            if (!usable(session)) {
                throw new TransactionException("the session on shard '" + session.getTenantIdentifierValue()
                        + "' was closed within the transaction, so it is rolled back on all its shards");
            }
        }
    }

    /**
     * Commits the siblings that only read, or, when there are none left, the one that wrote: a check that fails on one of the former still
     * undoes everything. Callbacks of a commit may bring further sessions in, hence one step at a time.
     */
    private boolean commitNext() {
        flushCallbacks();
        if (writesCommitted) {
            // What a callback of the writer's commit brought in must not have written, too.
            active().forEach(this::flush);
        }
        Map<String, SessionImplementor> active = active();
        List<String> written = new ArrayList<>(writes.wrote(primary) ? primaryShards() : List.of());
        active.forEach((shard, session) -> {
            if (writes.wrote(session)) {
                written.add(shard);
            }
        });
        count(written);
        List<String> next = active.keySet().stream()
                .filter(shard -> !writesCommitted && !writers.contains(shard))
                .toList();
        if (next.isEmpty()) {
            next = active.keySet().stream().filter(writers::contains).toList();
        }
        next.forEach(this::commit);
        return !next.isEmpty();
    }

    private Map<String, SessionImplementor> active() {
        Map<String, SessionImplementor> active = new LinkedHashMap<>(siblings);
        active.values().removeIf(session -> !session.isTransactionInProgress());
        return active;
    }

    private void count(List<String> written) {
        writers.addAll(written);
        if (writers.size() > 1) {
            throw new MultiShardWriteException(List.copyOf(writers));
        }
    }

    /** The shards that are rolled back if the commit ends here. */
    private Set<String> notCommitted() {
        Set<String> rest = new LinkedHashSet<>(primaryShards());
        rest.addAll(active().keySet());
        return rest;
    }

    private void flushCallbacks() {
        for (int i = 0; callbacksWrote(); i++) {
            if (i == ROUNDS) {
                throw new TransactionException("callbacks write on one more shard at each of " + ROUNDS + " flushes");
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
        return Stream.concat(Stream.of(primary), List.copyOf(siblings.values()).stream())
                .anyMatch(session -> usable(session)
                        && session.getHibernateFlushMode() != FlushMode.MANUAL
                        && session.getActionQueue().hasAnyQueuedActions());
    }

    private void flush(String shard, SessionImplementor session) {
        if (!usable(session)) {
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
        if (!session.isOpen()) {
            session.flushBeforeTransactionCompletion();
        } else if (session.getHibernateFlushMode() != FlushMode.MANUAL) {
            session.flush();
        }
    }

    private void commit(String shard) {
        SessionImplementor session = siblings.get(shard);
        if (session == null) {
            return;
        }
        // Its callbacks may have written, too.
        CommitAttempt attempt = new CommitAttempt(() -> count(writes.wrote(session) ? List.of(shard) : List.of()));
        try {
            attempt.commit(session);
        } catch (RuntimeException e) {
            CommitAttempt.undo(session, e);
            throw failed(shard, attempt, e);
        }
        committed.add(shard);
        writesCommitted |= writers.contains(shard);
    }

    private RuntimeException failed(String shard, CommitAttempt attempt, RuntimeException failure) {
        boolean undone = attempt.surelyRolledBack(failure);
        if (writesCommitted || (!undone && writers.contains(shard))) {
            Set<String> rolledBack = notCommitted();
            rolledBack.remove(shard);
            if (undone) {
                rolledBack.add(shard);
            }
            return new MixedCommitException(
                    committed, List.copyOf(rolledBack), undone ? List.of() : List.of(shard), failure);
        }
        if (!attempt.reachedTheDatabase()) {
            // A check or a veto: it comes through as the primary's own would.
            return failure instanceof RollbackException && failure.getCause() instanceof RuntimeException cause
                    ? cause
                    : failure;
        }
        return new TransactionException("the commit failed on shard '" + shard + "': " + failure.getMessage(), failure);
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
        if (primaryCommits && writesCommitted) {
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
        new LinkedHashMap<>(siblings).forEach((shard, session) -> end(shard, session, success));
    }

    /** Nobody can be told of a failure here. */
    private static void end(String shard, SessionImplementor session, boolean success) {
        try {
            if (session.isTransactionInProgress()) {
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
