package io.virgo.core.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.hibernate.id.IdentifierGenerationException;

/**
 * The rows of one name in one server's table {@code virgo_tickets}: its own counter, and for each other server how far that one was seen.
 * Each row bears the number of the server that it is on, so that a list of servers in another order is noticed. For one thread.
 */
final class TicketRows {

    static final long MISSING = -1;

    private final Connection connection;
    private final TicketPlan plan;
    private final int home;

    TicketRows(Connection connection, TicketPlan plan, int home) {
        this.connection = connection;
        this.plan = plan;
        this.home = home;
    }

    /** Reads a server's next block and keeps others from doing so until the end of the transaction. */
    long lock(int server) throws SQLException {
        return read(server, " for update");
    }

    /** Reads a server's next block, as far as this server knows. */
    long read(int server) throws SQLException {
        return read(server, "");
    }

    private long read(int server, String how) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select next_block, home, max_servers, block_size from virgo_tickets"
                        + " where name = ? and server_index = ?" + how)) {
            select.setString(1, plan.name());
            select.setInt(2, server);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return MISSING;
                }
                refuseOther("the number of this server", row.getInt(2), home);
                refuseOther("maxServers", row.getInt(3), plan.maxServers());
                refuseOther("blockSize", row.getInt(4), plan.blockSize());
                return row.getLong(1);
            }
        }
    }

    private void refuseOther(String what, int stored, int wanted) {
        if (stored != wanted) {
            throw new IdentifierGenerationException(
                    "ticket server '" + plan.servers().get(home) + "' was set up for '"
                            + plan.name() + "' with " + what + " " + stored + ", and the annotation says " + wanted
                            + "; that can not change, for ids would be given twice. Put the annotation back, or take another name"
                            + " and see to it that its ids do not meet those of this one");
        }
    }

    void insert(int server, long nextBlock) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into virgo_tickets (name, server_index, home, max_servers, block_size,"
                        + " next_block) values (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, plan.name());
            insert.setInt(2, server);
            insert.setInt(3, home);
            insert.setInt(4, plan.maxServers());
            insert.setInt(5, plan.blockSize());
            insert.setLong(6, nextBlock);
            insert.executeUpdate();
        }
    }

    /** Moves a row on, never back; false if it is as far already, or missing. */
    boolean raise(int server, long nextBlock) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update virgo_tickets set next_block = ? where name = ? and server_index = ? and next_block < ?")) {
            update.setLong(1, nextBlock);
            update.setString(2, plan.name());
            update.setInt(3, server);
            update.setLong(4, nextBlock);
            return update.executeUpdate() == 1;
        }
    }

    /** Notes how far another server was seen. In auto-commit mode. */
    void note(int server, long nextBlock) throws SQLException {
        if (!raise(server, nextBlock) && read(server) == MISSING) {
            try {
                insert(server, nextBlock);
            } catch (SQLException e) {
                // Another node may have been faster, with another number.
                if (read(server) == MISSING) {
                    throw e;
                }
                raise(server, nextBlock);
            }
        }
    }
}
