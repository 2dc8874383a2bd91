package io.virgo.core.id;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * One taking of a block: connections to the server and to the others that answer, which remember for it. For one thread. Connections are
 * taken in the order of the servers, so that two visits never wait for each other.
 */
final class TicketVisit implements AutoCloseable {

    private final TicketPlan plan;
    private final TicketServer server;
    private final Map<TicketServer, Connection> connections = new HashMap<>();

    /** Lends connections whose table is there. */
    interface Lender {

        Connection connection(TicketServer server) throws SQLException;
    }

    TicketVisit(TicketPlan plan, TicketServer server, List<TicketServer> all, Lender lender) throws SQLException {
        this.plan = plan;
        this.server = server;
        try {
            for (TicketServer each : all) {
                if (each == server) {
                    connections.put(each, lender.connection(each));
                } else if (!each.isDown()) {
                    open(each, lender);
                }
            }
        } catch (SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void open(TicketServer other, Lender lender) {
        try {
            connections.put(other, lender.connection(other));
        } catch (SQLException | RuntimeException e) {
            other.down(e);
        }
    }

    private Connection own() {
        Connection own = connections.get(server);
        if (own == null) {
            throw new IllegalStateException("closed");
        }
        return own;
    }

    /** Takes the server's next block; gives its number among this server's. */
    long take() throws SQLException {
        Connection own = own();
        own.setAutoCommit(false);
        TicketRows rows = new TicketRows(own, plan, server.index);
        long next = checked(rows, rows.lock(server.index), true);
        if (!rows.raise(server.index, next + 1)) {
            throw new SQLException("the row of '" + plan.name() + "' was changed while it was locked");
        }
        own.commit();
        own.setAutoCommit(true);
        server.saw(next + 1);
        onOthers(others -> {
            others.note(server.index, next + 1);
            return 0;
        });
        return next;
    }

    /** Sees whether a block could be taken. */
    void probe() throws SQLException {
        TicketRows rows = new TicketRows(own(), plan, server.index);
        checked(rows, rows.read(server.index), false);
    }

    /**
     * The others are asked while the row is locked: what they know then was true before, so only a server that went back can be behind it.
     */
    private long checked(TicketRows rows, long next, boolean create) throws SQLException {
        long noted = onOthers(others -> others.read(server.index));
        long seen = Math.max(server.seen(), Math.max(0, noted));
        if (next >= seen && next != TicketRows.MISSING) {
            return next;
        }
        if (next != TicketRows.MISSING) {
            throw new TicketRefusal("ticket server '" + server.shard + "' is at block " + next + " of '" + plan.name()
                    + "', but it was at " + seen
                    + " before: it was restored from an old backup, and would give ids twice."
                    + " Set its counter to " + seen + " or more: update virgo_tickets set next_block = " + seen
                    + " where name = '" + plan.name() + "' and server_index = " + server.index);
        }
        if (seen > 0) {
            throw new TicketRefusal("ticket server '" + server.shard + "' has lost its row of '" + plan.name()
                    + "', and was at block " + seen + " before. Insert the row with next_block = " + seen + " or more");
        }
        if (connections.size() == 1) {
            throw new TicketRefusal(
                    "ticket server '" + server.shard + "' has no row of '" + plan.name()
                            + "', and no other server answers that could tell whether it had one; it is set up as soon as one does");
        }
        if (create) {
            rows.insert(server.index, 0);
        }
        return 0;
    }

    private interface Question {

        long ask(TicketRows others) throws SQLException;
    }

    /** The greatest answer of the other servers; one that fails is left out from here on. */
    private long onOthers(Question question) {
        long greatest = TicketRows.MISSING;
        for (TicketServer other : List.copyOf(connections.keySet())) {
            Connection connection = other == server ? null : connections.get(other);
            if (connection == null) {
                continue;
            }
            try {
                greatest = Math.max(greatest, question.ask(new TicketRows(connection, plan, other.index)));
            } catch (IdentifierGenerationException misplaced) {
                throw misplaced;
            } catch (SQLException | RuntimeException e) {
                other.down(e);
                connections.remove(other);
                close(connection, e);
            }
        }
        return greatest;
    }

    private static void close(Connection connection, @Nullable Exception failure) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            if (failure != null) {
                failure.addSuppressed(e);
            }
        }
    }

    @Override
    public void close() {
        connections.values().forEach(connection -> close(connection, null));
        connections.clear();
    }
}
