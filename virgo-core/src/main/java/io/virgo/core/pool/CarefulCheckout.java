package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.internal.ConnectionProviderInitiator;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.internal.util.config.ConfigurationHelper;
import org.jspecify.annotations.Nullable;

/**
 * Takes a connection from c3p0 and sets it up as Hibernate's provider does, but gives it back if that fails. Hibernate's provider loses
 * such a connection, so that a restart of a database could use up the pool for good.
 */
final class CarefulCheckout {

    private final DataSource pool;
    private final @Nullable Integer isolation;
    private final boolean autoCommit;

    CarefulCheckout(ConnectionProvider c3p0, Map<String, Object> settings) {
        pool = c3p0.unwrap(DataSource.class);
        isolation = ConnectionProviderInitiator.extractIsolation(settings);
        autoCommit = ConfigurationHelper.getBoolean("hibernate.connection.autocommit", settings);
    }

    Connection take() throws SQLException {
        Connection connection = pool.getConnection();
        try {
            if (isolation != null && isolation != connection.getTransactionIsolation()) {
                connection.setTransactionIsolation(isolation);
            }
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            giveBack(connection, e);
            throw e;
        }
    }

    private static void giveBack(Connection connection, Exception failure) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
