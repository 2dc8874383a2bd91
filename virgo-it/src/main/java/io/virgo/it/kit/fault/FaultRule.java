package io.virgo.it.kit.fault;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A rule in force: tells how often it struck and lets go what it holds. Safe for use by several threads. */
public final class FaultRule {

    private static final long HIT_BOUND_SECONDS = 20;

    private final Faults faults;
    private final FaultPoint point;
    private final @Nullable Pattern pattern;
    private final long firstCall;
    private final long times;
    private final Effect effect;
    private final @Nullable Strike strike;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong hits = new AtomicLong();
    private final AtomicInteger held = new AtomicInteger();
    private final CountDownLatch hit = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    FaultRule(
            Faults faults,
            FaultPoint point,
            @Nullable Pattern pattern,
            long firstCall,
            long times,
            Effect effect,
            @Nullable Strike strike) {
        this.faults = faults;
        this.point = point;
        this.pattern = pattern;
        this.firstCall = firstCall;
        this.times = times;
        this.effect = effect;
        this.strike = strike;
    }

    /** How many calls it has struck. */
    public long hits() {
        return hits.get();
    }

    /** How many calls it holds at this moment. */
    public int held() {
        return held.get();
    }

    /**
     * Waits until it has struck once; with a rule that holds, a call then stands at the fault.
     *
     * @throws AssertionError if nothing comes within a generous bound
     */
    public void awaitHit() throws InterruptedException {
        if (!hit.await(HIT_BOUND_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("No call came to " + this + " within " + HIT_BOUND_SECONDS + " s");
        }
    }

    /** Lets go all held calls, which then go on as if nothing had been; calls that come later are not held either. */
    public void release() {
        released.countDown();
    }

    /** Takes it out of force and lets go all held calls. */
    public void remove() {
        faults.remove(this);
        release();
    }

    boolean strikes(FaultPoint where, String text) {
        if (where != point || (pattern != null && !pattern.matcher(text).find())) {
            return false;
        }
        long call = calls.incrementAndGet();
        return call >= firstCall && call - firstCall < times;
    }

    @Nullable
    Object apply(RealCall call, Patience patience) throws Throwable {
        hits.incrementAndGet();
        if (effect == Effect.NOTHING) {
            hit.countDown();
            return null;
        }
        if (effect == Effect.BEFORE) {
            strike(patience);
            return call.run();
        }
        Object result = call.run();
        strike(patience);
        return result;
    }

    private void strike(Patience patience) throws Exception {
        held.incrementAndGet();
        hit.countDown();
        try {
            if (strike != null) {
                strike.at(new Hold(patience));
            }
        } finally {
            held.decrementAndGet();
        }
    }

    @Override
    public String toString() {
        return "the rule at " + point + (pattern == null ? "" : " matching <" + pattern + ">") + " on shard "
                + faults.name();
    }

    enum Effect {
        BEFORE,
        AFTER,
        NOTHING
    }

    interface Strike {
        void at(Hold hold) throws Exception;
    }

    /** Holds one call. */
    final class Hold {

        private final Patience patience;

        Hold(Patience patience) {
            this.patience = patience;
        }

        void until(@Nullable CountDownLatch latch, long nanos) throws SQLException {
            long since = System.nanoTime();
            try {
                while (!released.await(2, TimeUnit.MILLISECONDS)
                        && (latch == null || latch.getCount() > 0)
                        && System.nanoTime() - since < nanos) {
                    patience.check(since);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("The thread was interrupted during the call", "57014", e);
            }
        }
    }
}
