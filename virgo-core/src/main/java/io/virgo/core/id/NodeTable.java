package io.virgo.core.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Locale;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * The leases of node numbers in the table {@code virgo_nodes}. Whether a lease ran out is asked by the database's clock alone. That no two
 * owners make the same id does not hang on any clock: {@code last_time} is a time beyond which the owner makes no id before it has
 * written a greater one, and the next owner starts after it.
 */
final class NodeTable {

    private static final int ATTEMPTS = 100;

    private final Connection connection;
    private final String shard;
    private final String owner;
    private final long leaseMillis;
    private final String now;

    /** A lease that was just taken: no id may be of the time {@code after} or before. */
    record Lease(int node, long after, long until) {}

    private record Row(int node, String owner, long expires, long lastTime, long now) {

        boolean isFree() {
            return expires <= now;
        }
    }

    NodeTable(Connection connection, String shard, String owner, long leaseMillis) throws SQLException {
        this.connection = connection;
        this.shard = shard;
        this.owner = owner;
        this.leaseMillis = leaseMillis;
        this.now = nowIn(connection.getMetaData().getDatabaseProductName());
    }

    private static String nowIn(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("mariadb") || name.contains("mysql")) {
            return "cast(unix_timestamp(current_timestamp(3)) * 1000 as signed)";
        }
        if (name.contains("postgresql") || name.equals("h2")) {
            return "cast(extract(epoch from current_timestamp) * 1000 as bigint)";
        }
        throw new IdentifierGenerationException("leases of node numbers are not known to work on " + product
                + "; set virgo.ids.node to a number, another one for each factory, and leave out virgo.ids.shard");
    }

    /** Takes the number that was longest not in use, or one that never was. */
    Lease takeAny(long clock) throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Lease lease = tryAny(clock);
            if (lease != null) {
                return lease;
            }
        }
        throw contended();
    }

    private @Nullable Lease tryAny(long clock) throws SQLException {
        Row oldest = null;
        BitSet used = new BitSet();
        try (PreparedStatement select = connection.prepareStatement(
                        "select node, owner, expires, last_time, " + now + " from virgo_nodes");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                Row row = row(rows);
                used.set(row.node());
                boolean usable = row.isFree() && row.node() >= 0 && row.node() < TimeLayout.NODES;
                if (usable && (oldest == null || row.lastTime() < oldest.lastTime())) {
                    oldest = row;
                }
            }
        }
        int unused = used.nextClearBit(0);
        boolean soon = oldest != null && oldest.lastTime() <= clock;
        if (unused < TimeLayout.NODES && !soon) {
            return insert(unused, clock);
        }
        if (oldest == null) {
            throw new IdentifierGenerationException("all " + TimeLayout.NODES
                    + " node numbers in table virgo_nodes on shard '" + shard + "' are leased; stop a node");
        }
        return takeOver(oldest, clock);
    }

    /** Takes one number. */
    Lease take(int node, long clock) throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Row row = find(node);
            if (row != null && !row.isFree() && !row.owner().equals(owner)) {
                throw new IdentifierGenerationException("node number " + node + " is in use by " + row.owner()
                        + ", says table virgo_nodes on shard '" + shard
                        + "'; give each factory its own virgo.ids.node, or"
                        + " set it to lease. If that owner is dead, its lease ends in "
                        + (row.expires() - row.now()) + " ms");
            }
            Lease lease = row == null ? insert(node, clock) : takeOver(row, clock);
            if (lease != null) {
                return lease;
            }
        }
        throw contended();
    }

    private SQLException contended() {
        return new SQLException("other nodes were faster each time; try again");
    }

    private @Nullable Row find(int node) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "select node, owner, expires, last_time, " + now + " from virgo_nodes where node = ?")) {
            select.setInt(1, node);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? row(rows) : null;
            }
        }
    }

    private static Row row(ResultSet rows) throws SQLException {
        return new Row(rows.getInt(1), rows.getString(2), rows.getLong(3), rows.getLong(4), rows.getLong(5));
    }

    private @Nullable Lease insert(int node, long clock) throws SQLException {
        long until = clock + leaseMillis;
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into virgo_nodes (node, owner, expires, last_time) values (?, ?, " + now + " + ?, ?)")) {
            insert.setInt(1, node);
            insert.setString(2, owner);
            insert.setLong(3, leaseMillis);
            insert.setLong(4, until);
            insert.executeUpdate();
            return new Lease(node, 0, until);
        } catch (SQLException e) {
            if (find(node) == null) {
                throw e;
            }
            return null;
        }
    }

    private @Nullable Lease takeOver(Row row, long clock) throws SQLException {
        long until = Math.max(clock, row.lastTime()) + leaseMillis;
        try (PreparedStatement update = connection.prepareStatement("update virgo_nodes set owner = ?, expires = " + now
                + " + ?, last_time = ?" + " where node = ? and owner = ? and expires = ? and last_time = ?")) {
            update.setString(1, owner);
            update.setLong(2, leaseMillis);
            update.setLong(3, until);
            update.setInt(4, row.node());
            update.setString(5, row.owner());
            update.setLong(6, row.expires());
            update.setLong(7, row.lastTime());
            return update.executeUpdate() == 1 ? new Lease(row.node(), row.lastTime(), until) : null;
        }
    }

    /** Makes the lease last longer; false if another owner has it. */
    boolean renew(int node, long until) throws SQLException {
        return write(node, now + " + " + leaseMillis, until);
    }

    /** Gives the number back. */
    void release(int node, long lastTime) throws SQLException {
        write(node, "0", lastTime);
    }

    private boolean write(int node, String expires, long lastTime) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update virgo_nodes set expires = " + expires + ", last_time = ? where node = ? and owner = ?")) {
            update.setLong(1, lastTime);
            update.setInt(2, node);
            update.setString(3, owner);
            return update.executeUpdate() == 1;
        }
    }
}
