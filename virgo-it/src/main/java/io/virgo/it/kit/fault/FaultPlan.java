package io.virgo.it.kit.fault;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Faults by chance, for torture tests: what befalls the n-th call at a point of a shard follows from the seed alone, whatever the threads do otherwise.
 * Half of the failures at calls that change something come after they took effect. {@link #toString} has what is needed to make the plan again: put it
 * into every failure's message. Immutable.
 */
public final class FaultPlan {

    private final long seed;
    private final double probability;
    private final Set<FaultPoint> points;

    private FaultPlan(long seed, double probability, Set<FaultPoint> points) {
        this.seed = seed;
        this.probability = probability;
        this.points = points;
    }

    /**
     * A plan.
     *
     * @param probability of a failure per call, 0 to 1
     * @param points where it strikes; if none is given, at connect, prepare, execute, fetch and commit
     */
    public static FaultPlan random(long seed, double probability, FaultPoint... points) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("A probability is between 0 and 1, not " + probability);
        }
        Set<FaultPoint> where = points.length == 0
                ? EnumSet.of(
                        FaultPoint.CONNECT, FaultPoint.PREPARE, FaultPoint.EXECUTE, FaultPoint.FETCH, FaultPoint.COMMIT)
                : EnumSet.copyOf(Arrays.asList(points));
        return new FaultPlan(seed, probability, where);
    }

    FaultRule.Effect decide(String shard, FaultPoint point, long call) {
        if (!points.contains(point)) {
            return FaultRule.Effect.NOTHING;
        }
        long mixed = ((seed * 31 + shard.hashCode()) * 31 + point.name().hashCode()) * 0x9E3779B97F4A7C15L + call;
        SplittableRandom random = new SplittableRandom(mixed);
        if (random.nextDouble() >= probability) {
            return FaultRule.Effect.NOTHING;
        }
        return point.changes() && random.nextBoolean() ? FaultRule.Effect.AFTER : FaultRule.Effect.BEFORE;
    }

    @Override
    public String toString() {
        return "FaultPlan.random(" + seed + "L, " + probability + ", " + points + ")";
    }
}
