package io.virgo.core.pool;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a shard that does not answer from eating all threads: after a slow failure one caller at a time may try, and the others fail
 * at once until a try succeeds. Thread-safe; one volatile read while all is well.
 */
final class SuspectGate {

    private static final Duration SLOW = Duration.ofSeconds(1);

    private final String shard;
    private final long slowNanos;
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile @Nullable Throwable lastFailure;

    SuspectGate(String shard, Duration timeout) {
        this.shard = shard;
        this.slowNanos = Math.min(SLOW.toNanos(), timeout.toNanos() * 9 / 10);
    }

    /** Lets the caller in; true if it is the one probe of a suspect shard and has to {@link #leave}. */
    boolean enter() throws SQLException {
        Throwable failure = lastFailure;
        if (failure == null) {
            return false;
        }
        if (!probing.compareAndSet(false, true)) {
            throw new SQLTransientConnectionException(
                    "does not answer; another caller is trying it, and calls fail at once until that succeeds. Last failure: "
                            + failure.getMessage(),
                    failure);
        }
        return true;
    }

    void leave() {
        probing.set(false);
    }

    void succeeded() {
        if (lastFailure != null) {
            lastFailure = null;
        }
    }

    void failed(long nanos, Throwable failure) {
        if (nanos >= slowNanos) {
            lastFailure = failure;
        }
    }

    boolean suspect() {
        return lastFailure != null;
    }

    @Override
    public String toString() {
        return "gate of " + shard;
    }
}
