package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.connections.internal.DriverManagerConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a transaction that a connection still has when it comes back, as after a commit that failed: nobody else rolls that back, and
 * Hibernate's pool and Agroal switch to autocommit when they take the connection, which commits it. Costs no statement where connections
 * come with autocommit on, since Hibernate switches it on again after a transaction that ended well. Not for connections that JTA may own.
 */
final class Leftovers {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    static void rollBack(Connection connection, ConnectionProvider provider) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection came back and could not be rolled back", e);
            // Hibernate's pool looks at nothing, but throws a closed connection away; other pools have tests of their
            // own.
            if (provider instanceof DriverManagerConnectionProvider) {
                close(connection);
            }
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection that could not be rolled back could not be closed either", e);
        }
    }
}
