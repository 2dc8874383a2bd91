package io.virgo.core.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * A row with a name and the next free number, moved on by compare-and-set in a transaction of its own: any number of nodes take ranges
 * from it, of whatever size each likes, and a lost answer loses numbers only. Thread-safe.
 */
final class Counter {

    private static final int FAILURES = 10;

    private final String table;
    private final String name;
    private final @Nullable Long initial;

    /** Makes the row at first use with the initial number; null if it has to be there. */
    Counter(String table, String name, @Nullable Long initial) {
        this.table = table;
        this.name = name;
        this.initial = initial;
    }

    /**
     * Takes a range.
     *
     * @param connection in auto-commit mode, which is left off after a failure
     * @param size the wanted size
     * @param last the greatest number that may ever be given
     * @return a range of at most the size
     */
    Block take(Connection connection, long size, long last, Duration limit) throws SQLException {
        return move(connection, limit, next -> {
            if (next > last) {
                throw exhausted(last);
            }
            return next + Math.min(size, last - next + 1);
        });
    }

    /** Moves the row so far that the number and those below it are given; the free ones among them, perhaps none. */
    Block takeUpTo(Connection connection, long number, Duration limit) throws SQLException {
        return move(connection, limit, next -> Math.max(next, number + 1));
    }

    private interface Step {

        long from(long next);
    }

    private Block move(Connection connection, Duration limit, Step step) throws SQLException {
        long end = System.nanoTime() + limit.toNanos();
        connection.setAutoCommit(false);
        int failures = 0;
        for (int attempt = 0; System.nanoTime() < end; attempt++) {
            try {
                Block taken = tryOnce(connection, step);
                if (taken != null) {
                    connection.commit();
                    connection.setAutoCommit(true);
                    return taken;
                }
                connection.rollback();
            } catch (SQLException e) {
                failures++;
                if (failures == FAILURES || !isConflict(e)) {
                    throw e;
                }
                connection.rollback();
            }
            // Others were faster; not all of them again at the same moment.
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(100_000L << Math.min(attempt, 6)));
            if (Thread.interrupted()) {
                throw new SQLTransientException("interrupted while other nodes took numbers of '" + name + "'");
            }
        }
        throw new SQLTransientException("other nodes took numbers of '" + name + "' for " + limit.toMillis()
                + " ms without a gap; enlarge its block");
    }

    /** Gives null if another node was faster. */
    private @Nullable Block tryOnce(Connection connection, Step step) throws SQLException {
        Long next = read(connection);
        if (next == null) {
            if (initial == null) {
                throw new IdentifierGenerationException("the row '" + name + "' of table " + table
                        + " is gone; ids made from here on could be given twice. Put it back by hand");
            }
            insert(connection, initial);
            next = initial;
        }
        long after = step.from(next);
        if (after == next) {
            return new Block(next, 0);
        }
        try (PreparedStatement update = connection.prepareStatement(
                "update " + table + " set next_value = ? where name = ? and next_value = ?")) {
            update.setLong(1, after);
            update.setString(2, name);
            update.setLong(3, next);
            return update.executeUpdate() == 1 ? new Block(next, after - next) : null;
        }
    }

    private @Nullable Long read(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select next_value from " + table + " where name = ?")) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? (Long) row.getLong(1) : null;
            }
        }
    }

    private void insert(Connection connection, long value) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + table + " (name, next_value) values (?, ?)")) {
            insert.setString(1, name);
            insert.setLong(2, value);
            insert.executeUpdate();
        }
    }

    private IdentifierGenerationException exhausted(long last) {
        return new IdentifierGenerationException(
                "the numbers of '" + name + "' in table " + table + " are used up: " + last + " is the last one");
    }

    /** A transaction that another one's success undid: nothing of it was done. */
    private static boolean isConflict(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        // 23: both made the row. 1020: MariaDB's snapshot isolation. 90131: H2's.
        return state.startsWith("40") || state.startsWith("23") || e.getErrorCode() == 1020 || state.equals("90131");
    }
}
