package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * One database: opens its pool at first use, hands out its connections, takes them back and counts them. Thread-safe. Messages of its
 * exceptions continue a sentence that starts with the shard's name.
 */
public final class Shard {

    // A thread that hangs in a driver cannot be ended: the longer a database hangs, the more rarely another is spent on
    // it.
    private static final int GIVE_UP_DOUBLINGS = 4;

    private final String name;
    private final String tenant;
    private final Map<String, Object> settings;
    private final Duration timeout;
    private final PoolOpener opener;
    private final SuspectGate gate;
    private final boolean mayJoinJta;

    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder acquired = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Object drained = new Object();

    private volatile @Nullable Pool pool;
    private volatile boolean removed;
    private @Nullable Opening opening;
    private int givenUp;

    Shard(
            String name,
            String tenant,
            Map<String, Object> settings,
            Duration timeout,
            PoolOpener opener,
            boolean mayJoinJta) {
        this.name = name;
        this.tenant = tenant;
        this.settings = Map.copyOf(settings);
        this.timeout = timeout;
        this.opener = opener;
        this.gate = new SuspectGate(name, timeout);
        this.mayJoinJta = mayJoinJta;
    }

    /**
     * Gives the shard's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Gives the identifier under which Hibernate's sessions, caches and id generators know this database. It is the name, unless another
     * database had the name before: what was meant for that one must not meet this one.
     *
     * @return the tenant identifier
     */
    public String tenant() {
        return tenant;
    }

    /**
     * Gives the settings in force for the shard.
     *
     * @return Hibernate's keys and their values
     */
    public Map<String, Object> settings() {
        return settings;
    }

    /**
     * Tells how long a caller waits for a connection at most.
     *
     * @return the limit, the opening of the pool included
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * Borrows a connection; opens the pool if it is not open.
     *
     * @return the connection, to be given to {@link #release}
     * @throws SQLException if there is none within the acquisition time-out, or the shard is removed
     */
    public Connection acquire() throws SQLException {
        active.incrementAndGet();
        boolean done = false;
        try {
            Connection connection = acquireCounted();
            done = true;
            acquired.increment();
            return connection;
        } finally {
            if (!done) {
                failed.increment();
                left();
            }
        }
    }

    private Connection acquireCounted() throws SQLException {
        refuseIfRemoved();
        boolean probe = gate.enter();
        long start = System.nanoTime();
        waiting.incrementAndGet();
        try {
            Pool open = pool;
            Connection connection = (open == null ? open() : open).take();
            gate.succeeded();
            return connection;
        } catch (SQLException | RuntimeException e) {
            gate.failed(System.nanoTime() - start, e);
            throw e;
        } finally {
            waiting.decrementAndGet();
            if (probe) {
                gate.leave();
            }
        }
    }

    /**
     * Gives a connection back to the pool that it came from.
     *
     * @param connection what {@link #acquire} gave
     * @throws SQLException if the pool cannot take it
     */
    public void release(Connection connection) throws SQLException {
        try {
            Pool open = pool;
            if (open == null) {
                connection.close();
            } else {
                open.giveBack(connection);
            }
        } finally {
            left();
        }
    }

    private void left() {
        if (active.decrementAndGet() == 0 && removed) {
            synchronized (drained) {
                drained.notifyAll();
            }
        }
    }

    private void refuseIfRemoved() throws SQLException {
        if (removed) {
            throw new SQLNonTransientConnectionException("was removed");
        }
    }

    /**
     * Opens the pool if it is not open, and waits for it.
     *
     * @throws SQLException if it does not open within the acquisition time-out
     */
    public void openNow() throws SQLException {
        if (pool == null) {
            open();
        }
    }

    private Pool open() throws SQLException {
        return currentAttempt().await(timeout);
    }

    /** Has the pool opened if it is not open, without waiting for it. */
    Opening beginOpening() {
        try {
            return currentAttempt();
        } catch (SQLException e) {
            return Opening.failed(e);
        }
    }

    private synchronized Opening currentAttempt() throws SQLException {
        Pool open = pool;
        if (open != null) {
            return Opening.done(open);
        }
        refuseIfRemoved();
        Opening attempt = opening;
        if (attempt != null && !attempt.finished() && attempt.olderThan(timeout.multipliedBy(1L << givenUp))) {
            attempt.abandon();
            givenUp = Math.min(givenUp + 1, GIVE_UP_DOUBLINGS);
        }
        if (attempt == null || attempt.finished()) {
            Callable<Pool> rest = opener.prepare();
            attempt = Opening.start(name, () -> install(rest.call()));
            opening = attempt;
        }
        return attempt;
    }

    /** The first attempt that succeeds wins, even one that was given up. */
    private synchronized Pool install(Pool opened) throws SQLException {
        Pool open = pool;
        if (removed || open != null) {
            opened.close();
            refuseIfRemoved();
            return Objects.requireNonNull(open);
        }
        pool = opened;
        opening = null;
        givenUp = 0;
        return opened;
    }

    /**
     * Refuses new work, waits until the borrowed connections are back, and closes the pool.
     *
     * @param grace how long to wait at most
     * @return the number of connections that were still out when the pool closed
     */
    public int remove(Duration grace) {
        removed = true;
        long deadline = System.nanoTime() + grace.toNanos();
        boolean interrupted = false;
        synchronized (drained) {
            while (active.get() > 0 && !interrupted) {
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    break;
                }
                try {
                    drained.wait(millis);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        int left = active.get();
        close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return left;
    }

    /** Closes the pool at once; the shard serves no more. */
    public void close() {
        removed = true;
        Pool open;
        Opening attempt;
        synchronized (this) {
            open = pool;
            attempt = opening;
            pool = null;
            opening = null;
        }
        if (attempt != null) {
            attempt.abandon();
        }
        if (open != null) {
            open.close();
        }
    }

    /**
     * Gives Hibernate's provider of the open pool.
     *
     * @return the provider, or null while the pool is not open
     */
    public @Nullable ConnectionProvider provider() {
        Pool open = pool;
        return open == null ? null : open.provider();
    }

    /**
     * Tells whether the shard's connections can take part in JTA transactions, as far as its settings show.
     *
     * @return false if they never do
     */
    public boolean mayJoinJta() {
        return mayJoinJta;
    }

    /**
     * Tells whether the pool is open.
     *
     * @return true from the first success until the shard is closed
     */
    public boolean isOpen() {
        return pool != null;
    }

    /**
     * Tells whether the last try failed slowly and callers fail at once.
     *
     * @return true until a try succeeds
     */
    public boolean isSuspect() {
        return gate.suspect();
    }

    /**
     * Counts the connections that are out.
     *
     * @return the number at this moment
     */
    public int active() {
        return Math.max(0, active.get() - waiting.get());
    }

    /**
     * Counts the callers that are waiting for a connection.
     *
     * @return the number at this moment
     */
    public int waiting() {
        return waiting.get();
    }

    /**
     * Counts the connections handed out.
     *
     * @return the number since start
     */
    public long acquired() {
        return acquired.sum();
    }

    /**
     * Counts the callers that got none.
     *
     * @return the number since start
     */
    public long failed() {
        return failed.sum();
    }
}
