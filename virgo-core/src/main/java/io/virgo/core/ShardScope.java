package io.virgo.core;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The time during which a thread has a current shard. Made by {@link CurrentShard#open}, ended by {@link #close}, best by
 * try-with-resources. Belongs to the thread that opened it.
 *
 * @since 0.1
 */
public final class ShardScope implements AutoCloseable {

    private static final String MDC_KEY = "virgo.shard";

    private final String shard;
    private final @Nullable ShardScope outer;
    private final Thread owner = Thread.currentThread();
    private boolean open = true;

    ShardScope(String shard, @Nullable ShardScope outer) {
        this.shard = shard;
        this.outer = outer;
        announce();
    }

    /**
     * Gives the shard of this scope.
     *
     * @return the shard's name
     */
    public String shard() {
        return shard;
    }

    /**
     * Ends the scope: the thread has again the shard that it had before. Scopes opened inside this one and forgotten end with it. Does
     * nothing the second time.
     *
     * @throws IllegalStateException if another thread calls than the one that opened the scope; nothing changes then
     */
    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the scope of shard '" + shard + "' belongs to thread " + owner.getName()
                    + " and cannot be closed by " + Thread.currentThread().getName());
        }
        if (open) {
            open = false;
            CurrentShard.restore(this, outer);
            if (outer == null) {
                announceNone();
            } else {
                outer.announce();
            }
        }
    }

    boolean isOpen() {
        return open;
    }

    void announce() {
        MDC.put(MDC_KEY, shard);
    }

    static void announceNone() {
        MDC.remove(MDC_KEY);
    }

    /** Marks this scope and those inside it, from the innermost on, as ended. */
    void endUpTo(@Nullable ShardScope innermost) {
        for (ShardScope scope = innermost; scope != null && scope != outer; scope = scope.outer) {
            scope.open = false;
        }
    }
}
