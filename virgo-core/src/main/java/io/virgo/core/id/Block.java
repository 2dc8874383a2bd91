package io.virgo.core.id;

import java.util.concurrent.atomic.AtomicLong;

/** A range of numbers that belongs to this process, given out one by one. Thread-safe without a lock. */
final class Block {

    /** Used up from the beginning. */
    static final Block NONE = new Block(0, 0);

    final long first;
    final long size;
    private final AtomicLong taken = new AtomicLong();

    Block(long first, long size) {
        this.first = first;
        this.size = size;
    }

    /** Gives a place in the block; the block is used up if that is not below its size. */
    long take() {
        return taken.getAndIncrement();
    }

    /** Tells whether the place is the one at which the next block is to be fetched: each block has it once. */
    boolean isHalf(long place) {
        return place == size >>> 1;
    }
}
