package io.virgo.jpa.transaction;

import io.virgo.core.MixedCommitException;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.VirgoException;
import io.virgo.jpa.forward.ForwardingClass;
import jakarta.persistence.RollbackException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.List;
import org.hibernate.Transaction;
import org.hibernate.resource.transaction.spi.TransactionStatus;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a sharded entity manager as the application sees it: its primary session's, with an outcome that speaks of all
 * shards. The methods that do not differ are forwarded by a generated subclass.
 */
public abstract class ShardedTransaction implements Transaction {

    private static final Constructor<? extends ShardedTransaction> CONSTRUCTOR = constructor();

    private final Transaction primary;
    private final TransactionSpan span;

    ShardedTransaction(Transaction primary, TransactionSpan span) {
        this.primary = primary;
        this.span = span;
    }

    private static Constructor<? extends ShardedTransaction> constructor() {
        ForwardingClass.Forward toPrimary =
                new ForwardingClass.Forward(ForwardingClass.chooser(ShardedTransaction.class, "toPrimary"), List.of());
        try {
            return ForwardingClass.of(
                            ShardedTransaction.class, Transaction.class, method -> toPrimary, MethodHandles.lookup())
                    .getDeclaredConstructor(Transaction.class, TransactionSpan.class);
        } catch (NoSuchMethodException e) {
            throw new LinkageError("the generated class lost its constructor", e);
        }
    }

    /**
     * Makes the transaction.
     *
     * @param primary the primary session's transaction
     * @param span what ties the siblings to it
     * @return the transaction
     */
    public static Transaction of(Transaction primary, TransactionSpan span) {
        try {
            return CONSTRUCTOR.newInstance(primary, span);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the generated class cannot be made", e);
        }
    }

    final Transaction toPrimary() {
        return primary;
    }

    @Override
    public final void commit() {
        boolean doomed = getRollbackOnly();
        try {
            primary.commit();
        } catch (RuntimeException e) {
            throw told(e);
        } finally {
            leaveNothing();
        }
        if (doomed) {
            throw new RollbackException(
                    "the transaction was marked for rollback, so it is rolled back on all its shards");
        }
    }

    @Override
    public final void rollback() {
        try {
            primary.rollback();
        } finally {
            leaveNothing();
        }
    }

    /** An end that failed on the primary's shard is the end for the siblings too. */
    private void leaveNothing() {
        if (!primary.isActive()) {
            span.undoLeftovers();
        }
    }

    private RuntimeException told(RuntimeException failure) {
        VirgoException virgo = find(failure);
        if (virgo instanceof MixedCommitException) {
            return virgo;
        }
        MixedCommitException mixed = span.outcome(failure);
        if (mixed != null) {
            return mixed;
        }
        return virgo instanceof MultiShardWriteException ? new RollbackException(virgo.getMessage(), virgo) : failure;
    }

    private static @Nullable VirgoException find(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof VirgoException virgo) {
                return virgo;
            }
        }
        return null;
    }

    @Override
    public final boolean getRollbackOnly() {
        return primary.getRollbackOnly() || span.markedForRollback();
    }

    @Override
    public final TransactionStatus getStatus() {
        TransactionStatus status = primary.getStatus();
        return status == TransactionStatus.ACTIVE && span.markedForRollback()
                ? TransactionStatus.MARKED_ROLLBACK
                : status;
    }
}
