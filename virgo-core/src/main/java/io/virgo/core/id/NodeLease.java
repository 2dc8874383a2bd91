package io.virgo.core.id;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A factory's hold on a node number: taken at first need, renewed by a thread of its own three times in the life of a lease, given back
 * at the end. All work with the database is done on that thread, which has no transaction. Thread-safe.
 */
final class NodeLease {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLease.class);
    private static final long TRY_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeSettings settings;
    private final IdConnections connections;
    private final boolean createTable;
    private final LongSupplier clock;
    private final String owner;

    // Guarded by this object's monitor.
    private @Nullable ScheduledThreadPoolExecutor thread;
    private @Nullable Future<?> renewals;
    private @Nullable CompletableFuture<TimeNode> pending;
    private @Nullable TimeNode node;
    private boolean closed;
    private @Nullable Throwable failure;
    private long failedAt;

    NodeLease(NodeSettings settings, IdConnections connections, boolean createTable, LongSupplier clock) {
        this.settings = settings;
        this.connections = connections;
        this.createTable = createTable;
        this.clock = clock;
        this.owner = "process " + ProcessHandle.current().pid() + ", factory " + UUID.randomUUID();
    }

    /** Starts to take a number, or to renew the lease if the number is the one that the caller had; joins others who wait for that. */
    synchronized CompletableFuture<TimeNode> renewal(@Nullable TimeNode spent) {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("the factory is closed"));
        }
        if (node != null && node != spent) {
            return CompletableFuture.completedFuture(node);
        }
        CompletableFuture<TimeNode> running = pending;
        if (running != null) {
            return running;
        }
        if (failure != null && System.nanoTime() - failedAt < TRY_AGAIN_NANOS) {
            return CompletableFuture.failedFuture(failure);
        }
        CompletableFuture<TimeNode> started = new CompletableFuture<>();
        pending = started;
        thread().execute(() -> renewNow(started));
        return started;
    }

    private ScheduledThreadPoolExecutor thread() {
        ScheduledThreadPoolExecutor existing = thread;
        if (existing != null) {
            return existing;
        }
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, task -> {
            // Without what the creating thread inherits to others: it is some caller's.
            Thread daemon = new Thread(null, task, "virgo-node-lease", 0, false);
            daemon.setDaemon(true);
            return daemon;
        });
        long period = settings.leaseMillis() / 3;
        renewals = made.scheduleWithFixedDelay(this::renewInTime, period, period, TimeUnit.MILLISECONDS);
        thread = made;
        return made;
    }

    private void renewInTime() {
        CompletableFuture<TimeNode> started = new CompletableFuture<>();
        synchronized (this) {
            if (closed || pending != null) {
                return;
            }
            pending = started;
        }
        renewNow(started);
        started.exceptionally(e -> {
            LOG.warn(
                    "The lease of a node number for ids on shard '{}' was not renewed; it is tried again. {}",
                    settings.shard(),
                    e.toString());
            return null;
        });
    }

    private void renewNow(CompletableFuture<TimeNode> started) {
        TimeNode held;
        synchronized (this) {
            held = node;
        }
        try {
            TimeNode next = work(held);
            synchronized (this) {
                pending = null;
                failure = null;
                node = next;
            }
            started.complete(next);
        } catch (Throwable e) {
            synchronized (this) {
                pending = null;
                failure = e;
                failedAt = System.nanoTime();
            }
            started.completeExceptionally(e);
        }
    }

    private TimeNode work(@Nullable TimeNode held) throws SQLException {
        try (Connection connection = connections.connection(settings.shard())) {
            IdTable.NODES.require(connection, settings.shard(), createTable);
            NodeTable table = new NodeTable(connection, settings.shard(), owner, settings.leaseMillis());
            if (held != null) {
                long until = Math.max(
                        held.allowedUntil(), Math.max(clock.getAsLong(), held.lastMillis()) + settings.leaseMillis());
                if (table.renew(held.number, until)) {
                    held.allowUntil(until);
                    return held;
                }
                LOG.warn(
                        "Node number {} for ids was leased by another owner; this factory looks for another",
                        held.number);
                held.close();
                synchronized (this) {
                    node = null;
                }
            }
            return take(table);
        }
    }

    private TimeNode take(NodeTable table) throws SQLException {
        NodeTable.Lease lease = settings.isLeased()
                ? table.takeAny(clock.getAsLong())
                : table.take(settings.number(), clock.getAsLong());
        TimeNode taken = new TimeNode(lease.node(), clock, lease.after());
        taken.allowUntil(lease.until());
        LOG.debug("Ids are made under node number {}", lease.node());
        return taken;
    }

    TimeNode await(CompletableFuture<TimeNode> renewal) {
        String what = "no id: this factory has no valid lease of a node number in table virgo_nodes on shard '"
                + settings.shard() + "'";
        try {
            return renewal.get(connections.timeout(settings.shard()).toMillis() + 500, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IdentifierGenerationException(what + ": " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IdentifierGenerationException(what + ", and the shard does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IdentifierGenerationException(what + ": interrupted", e);
        }
    }

    void close(Duration patience) {
        ScheduledThreadPoolExecutor running;
        TimeNode held;
        synchronized (this) {
            closed = true;
            running = thread;
            held = node;
            node = null;
            if (renewals != null) {
                renewals.cancel(false);
            }
        }
        if (running == null) {
            return;
        }
        if (held != null) {
            Future<?> released = running.submit(() -> release(held));
            try {
                released.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("Node number {} was not given back; its lease will run out", held.number, e);
            }
        }
        running.shutdownNow();
    }

    private void release(TimeNode held) {
        long last = held.close();
        try (Connection connection = connections.connection(settings.shard())) {
            new NodeTable(connection, settings.shard(), owner, settings.leaseMillis()).release(held.number, last);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Node number {} was not given back; its lease will run out", held.number, e);
        }
    }
}
