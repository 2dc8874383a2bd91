package io.virgo.it.kit.net;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What becomes of the bytes of all connections of a proxy. A monitor: all its state is guarded by itself. */
final class Traffic {

    private final Map<Direction, Long> passed = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> cutAt = new EnumMap<>(Direction.class);
    private boolean holding;
    private boolean swallowing;
    private boolean closed;
    private long latencyNanos;

    Traffic() {
        for (Direction direction : Direction.values()) {
            passed.put(direction, 0L);
            cutAt.put(direction, Long.MAX_VALUE);
        }
    }

    synchronized void hold() {
        holding = true;
        notifyAll();
    }

    synchronized void swallowAnswers() {
        swallowing = true;
        notifyAll();
    }

    synchronized void cutAfter(Direction direction, long bytes) {
        cutAt.put(direction, passed(direction) + bytes);
    }

    synchronized void latency(Duration time) {
        latencyNanos = time.toNanos();
        notifyAll();
    }

    /** Ends all faults; returns whether bytes may have been lost. */
    synchronized boolean forward() {
        boolean lost = swallowing;
        holding = false;
        swallowing = false;
        latencyNanos = 0;
        cutAt.replaceAll((direction, limit) -> Long.MAX_VALUE);
        notifyAll();
        return lost;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized long passed(Direction direction) {
        return Objects.requireNonNull(passed.get(direction));
    }

    /** Wakes who waits in {@link #await}, to see that its connection has ended. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits as long as bytes of a connection must wait. */
    synchronized void await(ProxiedConnection connection) throws InterruptedException {
        long since = System.nanoTime();
        while (!closed && !connection.ended()) {
            long left = latencyNanos - (System.nanoTime() - since);
            if (holding) {
                wait();
            } else if (left > 0) {
                // Rounded up: zero would mean for ever.
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            } else {
                return;
            }
        }
    }

    /** Decides what becomes of bytes that have been read. */
    synchronized Verdict decide(Direction direction, int length) {
        if (swallowing && direction == Direction.TO_CLIENT) {
            return new Verdict(0, false);
        }
        long before = passed(direction);
        long limit = Objects.requireNonNull(cutAt.get(direction));
        int admitted = (int) Math.min(length, limit - before);
        passed.put(direction, before + admitted);
        boolean cut = before + admitted == limit;
        if (cut) {
            // Only the connection that reaches the limit is cut.
            cutAt.put(direction, Long.MAX_VALUE);
        }
        return new Verdict(admitted, cut);
    }

    /**
     * What becomes of bytes.
     *
     * @param bytes how many of them pass; the others are lost
     * @param cut whether the connection ends then
     */
    record Verdict(int bytes, boolean cut) {}
}
