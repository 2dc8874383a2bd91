package io.virgo.core.id;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * The time-ordered numbers of one factory: the way of each id is {@link TimeNode} and no lock; when that gives none, the node's lease is
 * taken or renewed, or the clock awaited, within bounds. Thread-safe.
 */
final class TimeNodes {

    /** Nodes whose number is configured and in no table: the factories of one JVM share them. */
    private static final Map<Integer, TimeNode> UNLISTED = new ConcurrentHashMap<>();

    private static final long LONGEST_WAIT_MILLIS = 1_000;
    private static final long PAUSE_NANOS = 100_000;

    private final NodeSettings settings;
    private final LongSupplier clock;
    private final @Nullable NodeLease lease;
    private volatile @Nullable TimeNode current;
    private volatile boolean used;

    TimeNodes(NodeSettings settings, IdConnections connections, boolean createTables, LongSupplier clock) {
        this.settings = settings;
        this.clock = clock;
        this.lease = settings.isInTable() ? new NodeLease(settings, connections, createTables, clock) : null;
    }

    /** Says that a generator of this factory needs a node number; gives what is wrong with the settings then. */
    @Nullable
    String use() {
        if (settings.isInTable() && !settings.shardExists()) {
            return "a node number is leased from a table on a shard, and there is no shard '" + settings.shard()
                    + "': name one in virgo.ids.shard, or set virgo.ids.node to a number, another one for each factory";
        }
        used = true;
        return null;
    }

    boolean needsTableOn(String shard) {
        return used && settings.isInTable() && settings.shard().equals(shard);
    }

    /** Takes a configured number at start, so that a clash is seen before there is any id. */
    void start() {
        if (used && lease != null && !settings.isLeased()) {
            current = lease.await(lease.renewal(null));
        }
    }

    long next(TimeLayout layout) {
        TimeNode node = current;
        if (node != null) {
            long id = node.counter(layout).next();
            if (id >= 0) {
                return id;
            }
        }
        return nextSlowly(layout);
    }

    private long nextSlowly(TimeLayout layout) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MILLIS);
        while (true) {
            TimeNode node = node();
            long id = node.counter(layout).next();
            if (id >= 0) {
                return id;
            }
            if (id == TimeCounter.BEYOND_LIMIT) {
                renew(node, layout, end);
            } else {
                awaitClock(node.counter(layout), end);
            }
        }
    }

    private TimeNode node() {
        TimeNode node = current;
        if (node == null) {
            node = lease == null
                    ? UNLISTED.computeIfAbsent(settings.number(), this::unlisted)
                    : lease.await(lease.renewal(null));
            current = node;
        }
        return node;
    }

    private TimeNode unlisted(int number) {
        TimeNode node = new TimeNode(number, clock, 0);
        node.allowUntil(Long.MAX_VALUE);
        return node;
    }

    private void renew(TimeNode spent, TimeLayout layout, long end) {
        if (lease == null) {
            throw new IdentifierGenerationException(
                    "no id: the clock is at " + clock.getAsLong() + " ms since 1970, beyond what an id can hold");
        }
        CompletableFuture<TimeNode> renewal = lease.renewal(spent);
        TimeNode node = lease.await(renewal);
        current = node;
        if (node == spent && System.nanoTime() > end) {
            throw new IdentifierGenerationException("no id: the time of the ids of node " + node.number + " is "
                    + node.counter(layout).aheadMillis()
                    + " ms ahead of the clock, beyond its lease, which was just renewed");
        }
    }

    private static void awaitClock(TimeCounter counter, long end) {
        long ahead = counter.aheadMillis();
        boolean tooFar = ahead > TimeCounter.MOST_AHEAD_MILLIS + LONGEST_WAIT_MILLIS;
        if (tooFar || System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
            throw new IdentifierGenerationException("no id: the clock is " + ahead
                    + " ms behind the time of the last ids, and " + TimeCounter.MOST_AHEAD_MILLIS
                    + " ms is the most that is bridged. It was set back, or more ids were asked for than a node can make;"
                    + " ids are made again when the clock has caught up");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Gives the number back. Has to come before the shards are closed; waits for the shard a few seconds at most. */
    void release() {
        if (lease != null) {
            lease.close(Duration.ofSeconds(3));
        }
    }
}
