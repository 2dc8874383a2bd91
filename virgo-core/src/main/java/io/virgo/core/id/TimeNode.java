package io.virgo.core.id;

import java.util.function.LongSupplier;

/** A node number and the counters that work under it. Thread-safe. */
final class TimeNode {

    final int number;
    private final TimeCounter wide;
    private final TimeCounter javaScript;
    private long allowedUntil;

    TimeNode(int number, LongSupplier clock, long after) {
        this.number = number;
        this.wide = new TimeCounter(TimeLayout.WIDE, number, clock, after);
        this.javaScript = new TimeCounter(TimeLayout.JAVASCRIPT, number, clock, after);
    }

    TimeCounter counter(TimeLayout layout) {
        return layout == TimeLayout.WIDE ? wide : javaScript;
    }

    /** Never shortens what was allowed, since threads may be acting on it. */
    synchronized void allowUntil(long millis) {
        allowedUntil = Math.max(allowedUntil, millis);
        wide.allowUntil(allowedUntil);
        javaScript.allowUntil(allowedUntil);
    }

    synchronized long allowedUntil() {
        return allowedUntil;
    }

    long lastMillis() {
        return Math.max(wide.lastMillis(), javaScript.lastMillis());
    }

    long close() {
        return Math.max(wide.close(), javaScript.close());
    }
}
