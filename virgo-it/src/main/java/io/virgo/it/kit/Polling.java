package io.virgo.it.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for what another thread or process will do soon, by asking again and again up to a generous bound. The bound decides only how long a red test
 * takes; a green one goes on at once.
 */
public final class Polling {

    static final Duration BOUND = Duration.ofSeconds(20);

    private Polling() {}

    /**
     * Waits until the condition holds.
     *
     * @param what what is waited for, for the message
     * @throws AssertionError if it does not come true
     */
    public static void until(String what, BooleanSupplier condition) {
        if (!holdsWithin(BOUND, condition)) {
            throw new AssertionError("Still not after " + BOUND.toSeconds() + " s: " + what);
        }
    }

    /** Whether the condition comes true within the bound. */
    public static boolean holdsWithin(Duration bound, BooleanSupplier condition) {
        long end = System.nanoTime() + bound.toNanos();
        long pause = 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, 50_000_000);
        }
        return true;
    }
}
