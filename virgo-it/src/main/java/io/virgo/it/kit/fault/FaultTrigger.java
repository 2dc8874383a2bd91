package io.virgo.it.kit.fault;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * When and how a fault strikes: started by {@link Faults#at}, narrowed by any of {@link #matching}, {@link #onCall}, {@link #times} and {@link #after},
 * and set by one of the other methods, from which moment it is in force. For one thread.
 */
public final class FaultTrigger {

    private final Faults faults;
    private final FaultPoint point;
    private @Nullable Pattern pattern;
    private long firstCall = 1;
    private long times = Long.MAX_VALUE;
    private boolean after;

    FaultTrigger(Faults faults, FaultPoint point) {
        this.faults = faults;
        this.point = point;
    }

    /** Only calls whose text holds the regular expression, whatever the case; see {@link FaultPoint} for the texts. */
    public FaultTrigger matching(String regex) {
        pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        return this;
    }

    /** Only from the n-th matching call on, counted from 1 when the rule is set. */
    public FaultTrigger onCall(long n) {
        firstCall = n;
        return this;
    }

    /** Only that many times; without it, on every matching call until the rule is removed. */
    public FaultTrigger times(long n) {
        times = n;
        return this;
    }

    /** Same as {@code times(1)}. */
    public FaultTrigger once() {
        return times(1);
    }

    /** The call takes effect first: a failure then is a lie about the outcome, a delay holds back the answer alone. */
    public FaultTrigger after() {
        after = true;
        return this;
    }

    /** Fails with an error that tells nothing (SQL state HY000; 08001 at connect; XAER_RMFAIL for XA). */
    public FaultRule fail() {
        String text = "Injected at " + point + (after ? " (after it took effect)" : "") + " on shard " + faults.name();
        return fail(() -> failure(point, text));
    }

    static Exception failure(FaultPoint point, String text) {
        if (point.xa()) {
            XAException failure = new XAException(text);
            failure.errorCode = XAException.XAER_RMFAIL;
            return failure;
        }
        return new SQLException(text, point == FaultPoint.CONNECT ? "08001" : "HY000");
    }

    /** Fails with an SQL state, such as 08006 for a lost connection. */
    public FaultRule fail(String sqlState) {
        return fail(() -> new SQLException("Injected at " + point + " on shard " + faults.name(), sqlState));
    }

    /** Fails with an exception of the test's own, made for each call. */
    public FaultRule fail(Supplier<? extends Exception> exception) {
        return set(hold -> {
            throw exception.get();
        });
    }

    /** Waits for the test's latch, then goes on. */
    public FaultRule waitFor(CountDownLatch latch) {
        return set(hold -> hold.until(latch, Long.MAX_VALUE));
    }

    /** Goes on after the time, or when the rule is released. */
    public FaultRule delay(Duration time) {
        return set(hold -> hold.until(null, time.toNanos()));
    }

    /** Hangs until the rule is released or removed, or the caller ends the call (cancel, query timeout, abort, close). */
    public FaultRule hang() {
        return set(hold -> hold.until(null, Long.MAX_VALUE));
    }

    /**
     * Says that the call succeeded but does nothing: a commit that commits nothing, a close that leaves the connection open.
     *
     * @throws IllegalArgumentException at a point whose call returns something
     */
    public FaultRule pretend() {
        if (!point.silent()) {
            throw new IllegalArgumentException(point + " returns a result, which nobody could make up");
        }
        return faults.add(new FaultRule(faults, point, pattern, firstCall, times, FaultRule.Effect.NOTHING, null));
    }

    private FaultRule set(FaultRule.Strike strike) {
        FaultRule.Effect effect = after ? FaultRule.Effect.AFTER : FaultRule.Effect.BEFORE;
        return faults.add(new FaultRule(faults, point, pattern, firstCall, times, effect, strike));
    }
}
