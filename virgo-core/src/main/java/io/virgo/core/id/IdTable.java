package io.virgo.core.id;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/** The tables that the generators keep, in the schema that a shard's connections have by default. */
enum IdTable {

    /** The next free number of each global sequence, on one shard; and of each interleaved sequence the next free index of a shard. */
    GLOBAL("virgo_ids", "name varchar(255) not null primary key, next_value bigint not null"),

    /** For each interleaved sequence what the shard was told once, and its next free number; on each shard. */
    INTERLEAVED(
            "virgo_stride",
            "name varchar(255) not null primary key, shard varchar(255) not null, shard_index integer not null,"
                    + " stride integer not null, next_value bigint not null"),

    /** Who makes time-ordered ids under which node number, on one shard. */
    NODES(
            "virgo_nodes",
            "node integer not null primary key, owner varchar(100) not null, expires bigint not null,"
                    + " last_time bigint not null"),

    /** The ticket counters of a ticket server, and how far it saw those of the others; on each ticket server. */
    TICKETS(
            "virgo_tickets",
            "name varchar(100) not null, server_index integer not null, home integer not null,"
                    + " max_servers integer not null, block_size integer not null, next_block bigint not null,"
                    + " primary key (name, server_index)");

    final String table;
    private final String columns;

    IdTable(String table, String columns) {
        this.table = table;
        this.columns = columns;
    }

    String ddl() {
        return "create table " + table + " (" + columns + ")";
    }

    /**
     * Sees to it that the table is there.
     *
     * @param connection in auto-commit mode
     * @param create whether to make it if it is missing
     */
    void require(Connection connection, String shard, boolean create) throws SQLException {
        SQLException missing = probe(connection);
        if (missing == null) {
            return;
        }
        if (!create) {
            throw new IdentifierGenerationException(
                    "table " + table + " cannot be read on shard '" + shard + "'. If it is missing, make it there: "
                            + ddl()
                            + "; or let Hibernate make tables, by hibernate.hbm2ddl.auto or emf.getSchemaManager()",
                    missing);
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(ddl());
        } catch (SQLException e) {
            // Another node may have been faster.
            if (probe(connection) != null) {
                e.addSuppressed(missing);
                throw e;
            }
        }
    }

    private @Nullable SQLException probe(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("select * from " + table + " where 1 = 0").close();
            return null;
        } catch (SQLException e) {
            return e;
        }
    }
}
