package io.virgo.core.id;

import java.util.concurrent.atomic.AtomicLong;

/** Names one of several after the other, for ever. Thread-safe. */
final class RoundRobin {

    private final AtomicLong turn;

    RoundRobin(long first) {
        this.turn = new AtomicLong(first);
    }

    /** A place from 0 to below the size. */
    int next(int size) {
        // The counter turns negative some day; a plain remainder would too.
        return Math.floorMod(turn.getAndIncrement(), size);
    }
}
