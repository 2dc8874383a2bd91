package io.virgo.core.id;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes the numbers of one node and layout: rising, never the same twice, and never of a time beyond the limit that the node's lease
 * allows. Thread-safe without a lock.
 */
final class TimeCounter {

    /** How far the ids' time may be ahead of the clock. */
    static final long MOST_AHEAD_MILLIS = 10_000;

    /** The answer if the next id would be of a time beyond the limit. */
    static final long BEYOND_LIMIT = -1;

    /** The answer if the next id would be too far ahead of the clock. */
    static final long AHEAD = -2;

    private static final long CLOSED = Long.MAX_VALUE;

    private final TimeLayout layout;
    private final long nodeBits;
    private final LongSupplier clock;
    private final long mostAhead;
    /** Unit of time and counter of the last id. */
    private final AtomicLong state;

    private volatile long limit;

    /**
     * Creates a counter.
     *
     * @param clock gives the milliseconds since 1970
     * @param after a time after which the first id has to be
     */
    TimeCounter(TimeLayout layout, int node, LongSupplier clock, long after) {
        this.layout = layout;
        this.nodeBits = (long) node << layout.counterBits;
        this.clock = clock;
        this.mostAhead = MOST_AHEAD_MILLIS >> layout.unitShift;
        long lastUsed = Math.max(0, layout.unit(after));
        this.state = new AtomicLong(lastUsed << layout.counterBits | layout.counterMask);
        this.limit = lastUsed;
    }

    /** Gives the next id, {@link #BEYOND_LIMIT} or {@link #AHEAD}. */
    long next() {
        while (true) {
            long last = state.get();
            long now = layout.unit(clock.getAsLong());
            long next = now > last >>> layout.counterBits
                    ? now << layout.counterBits | ((last + layout.step) & layout.counterMask)
                    // The counter's end carries into the time: the next unit is borrowed.
                    : last + 1;
            long unit = next >>> layout.counterBits;
            if (unit > limit) {
                return BEYOND_LIMIT;
            }
            if (unit - now > mostAhead) {
                return AHEAD;
            }
            if (state.compareAndSet(last, next)) {
                return unit << (TimeLayout.NODE_BITS + layout.counterBits) | nodeBits | (next & layout.counterMask);
            }
        }
    }

    /** Allows ids up to a time. */
    void allowUntil(long millis) {
        limit = Math.min(layout.lastUnit, layout.unit(millis));
    }

    /** How far the ids' time is ahead of the clock. */
    long aheadMillis() {
        long unit = state.get() >>> layout.counterBits;
        return ((unit - layout.unit(clock.getAsLong())) << layout.unitShift);
    }

    /** The last millisecond that ids may have been made for. */
    long lastMillis() {
        return layout.lastMillis(state.get() >>> layout.counterBits);
    }

    /** Makes no more ids, not even for threads that are in the middle of it; gives the last millisecond that had any. */
    long close() {
        long last = state.getAndSet(CLOSED);
        return last == CLOSED ? 0 : layout.lastMillis(last >>> layout.counterBits);
    }
}
