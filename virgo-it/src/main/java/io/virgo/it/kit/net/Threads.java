package io.virgo.it.kit.net;

/** Ends threads. */
final class Threads {

    private static final long BOUND_MILLIS = 20_000;

    private Threads() {}

    /** Waits for a thread that has been told to end. */
    static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(BOUND_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (thread.isAlive()) {
            throw new IllegalStateException("Thread " + thread.getName() + " does not end");
        }
    }
}
