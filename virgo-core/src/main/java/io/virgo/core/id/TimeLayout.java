package io.virgo.core.id;

/**
 * How time, node and counter share the bits of a number: time on top, the counter at the bottom. A unit of time that has new ids starts
 * its counter a step further than where the last one ended, modulo its size. The step is chosen so that the ids of slow, regular traffic
 * fall evenly on all shards, whatever their number: a counter that went on by 1 would put all ids of one traffic rhythm on one shard of
 * three, since the time moves on by a fixed amount too.
 */
enum TimeLayout {
    WIDE(0, 41, 14, 13837),
    JAVASCRIPT(6, 35, 10, 637);

    /** 2025-01-01T00:00Z. */
    static final long EPOCH = 1_735_689_600_000L;

    static final int NODE_BITS = 8;
    static final int NODES = 1 << NODE_BITS;

    final int unitShift;
    final int counterBits;
    final int counterMask;
    final int step;
    final long lastUnit;

    TimeLayout(int unitShift, int timeBits, int counterBits, int step) {
        this.unitShift = unitShift;
        this.counterBits = counterBits;
        this.counterMask = (1 << counterBits) - 1;
        this.step = step;
        this.lastUnit = (1L << timeBits) - 1;
    }

    /** The unit of a time; negative before the epoch. */
    long unit(long millis) {
        return (millis - EPOCH) >> unitShift;
    }

    /** The last millisecond of a unit. */
    long lastMillis(long unit) {
        return EPOCH + ((unit + 1) << unitShift) - 1;
    }
}
