package io.virgo.jpa.transaction;

import io.virgo.core.MultiShardWriteException;
import io.virgo.core.Shards;
import io.virgo.jpa.guard.WriteMarks;
import jakarta.persistence.RollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.FlushMode;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.hibernate.resource.transaction.spi.TransactionStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ties the transactions of sibling sessions to that of their primary session, whoever begins and ends that one: the application, Spring,
 * or anything else that uses the session. Before the primary commits, all siblings are flushed and the one that wrote is committed; when
 * it ends otherwise, they are rolled back. Used by one thread at a time.
 */
public final class TransactionSpan implements TransactionObserver {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionSpan.class);

    private final SessionImplementor primary;
    private final @Nullable String primaryShard;
    private final Map<String, SessionImplementor> siblings;
    private final WriteMarks writes;
    private final JtaEnlistment enlistment;
    private final List<String> committed = new ArrayList<>();

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

    /** The modes of this transaction are those of the primary, which a framework sets for each one, as for read-only ones. */
    private void begin(SessionImplementor sibling) {
        sibling.setHibernateFlushMode(primary.getHibernateFlushMode());
        sibling.setDefaultReadOnly(primary.isDefaultReadOnly());
        sibling.getTransaction().setTimeout(primary.getTransaction().getTimeout());
        sibling.beginTransaction();
    }

    private boolean jta() {
        return primary.getTransactionCoordinator()
                .getTransactionCoordinatorBuilder()
                .isJta();
    }

    @Override
    public void afterBegin() {
        committed.clear();
    }

    /**
     * Tells which siblings were committed by the last transaction before the primary's own commit.
     *
     * @return the names of their shards
     */
    public List<String> committed() {
        return List.copyOf(committed);
    }

    List<String> primaryShards() {
        return primaryShard == null ? List.of() : List.of(primaryShard);
    }

    /**
     * Tells whether a statement failed on a sibling, so that nothing can be committed.
     *
     * @return true if a sibling's transaction can only be rolled back
     */
    public boolean markedForRollback() {
        return siblings.values().stream().anyMatch(TransactionSpan::markedForRollback);
    }

    private static boolean markedForRollback(SessionImplementor session) {
        return session.isOpen() && session.getTransaction().getStatus() == TransactionStatus.MARKED_ROLLBACK;
    }

    @Override
    public void beforeCompletion() {
        if (jta() || siblings.isEmpty()) {
            return;
        }
        List<String> writers = new ArrayList<>();
        if (primaryShard != null && writes.wrote(primary)) {
            writers.add(primaryShard);
        }
        for (Map.Entry<String, SessionImplementor> sibling : siblings.entrySet()) {
            if (flushed(sibling.getKey(), sibling.getValue())) {
                writers.add(sibling.getKey());
            }
        }
        if (writers.size() > 1) {
            throw new MultiShardWriteException(writers);
        }
        for (String writer : writers) {
            SessionImplementor session = siblings.get(writer);
            if (session != null) {
                session.getTransaction().commit();
                committed.add(writer);
            }
        }
    }

    private boolean flushed(String shard, SessionImplementor session) {
        if (!session.isOpen()) {
            return false;
        }
        if (markedForRollback(session)) {
            throw new RollbackException("a statement failed on shard '" + shard
                    + "' in this transaction, so it is rolled back on all its shards");
        }
        if (!session.isTransactionInProgress()) {
            if (primary.getHibernateFlushMode() == FlushMode.MANUAL || !session.isDirty()) {
                return false;
            }
            begin(session);
        }
        if (session.getHibernateFlushMode() != FlushMode.MANUAL) {
            session.flush();
        }
        return writes.wrote(session);
    }

    @Override
    public void afterCompletion(boolean successful, boolean delayed) {
        if (jta()) {
            enlistment.ended();
            return;
        }
        siblings.forEach((shard, session) -> end(shard, session, successful));
        if (!successful && !committed.isEmpty()) {
            LOG.error(
                    "The transaction is committed on {}, but shard '{}', which it had only read, failed to end it",
                    committed,
                    primaryShard);
        }
    }

    /** A sibling that is still in its transaction wrote nothing, or is to be undone; nobody can be told of a failure here. */
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
