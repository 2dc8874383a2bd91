package io.virgo.core.id;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process knows of a ticket server. Thread-safe. */
final class TicketServer {

    private static final Logger LOG = LoggerFactory.getLogger(TicketServer.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        GOOD,
        DOWN,
        /** It answers, but its numbers must not be used. */
        REFUSED
    }

    final String shard;
    final int index;
    private final AtomicLong seen = new AtomicLong();
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile State state = State.GOOD;
    private volatile long failedAt;

    TicketServer(String shard, int index) {
        this.shard = shard;
        this.index = index;
    }

    /** The greatest next block that this process ever saw. */
    long seen() {
        return seen.get();
    }

    void saw(long nextBlock) {
        seen.accumulateAndGet(nextBlock, Math::max);
    }

    boolean isGood() {
        return state == State.GOOD;
    }

    boolean isDown() {
        return state == State.DOWN;
    }

    void good() {
        if (state != State.GOOD) {
            state = State.GOOD;
            LOG.info("Ticket server '{}' is in use again", shard);
        }
    }

    void down(Throwable failure) {
        failed(State.DOWN, failure);
    }

    void refused(Throwable reason) {
        failed(State.REFUSED, reason);
    }

    private void failed(State now, Throwable failure) {
        failedAt = System.nanoTime();
        if (state != now) {
            state = now;
            LOG.warn("Ticket server '{}' is left out until it can be used again: {}", shard, failure.getMessage());
        }
    }

    /** Tells one caller from time to time to try the server; it has to call {@link #tried}. */
    boolean isToBeTried() {
        return state != State.GOOD && System.nanoTime() - failedAt > PAUSE_NANOS && probing.compareAndSet(false, true);
    }

    void tried() {
        probing.set(false);
    }
}
