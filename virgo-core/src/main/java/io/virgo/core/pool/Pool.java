package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * An open pool: Hibernate's connection provider, the registry that owns it, another way to take its connections, if need be, and whether
 * a connection is to be rolled back before the pool takes it.
 */
record Pool(
        StandardServiceRegistry registry,
        ConnectionProvider provider,
        @Nullable CarefulCheckout checkout,
        boolean rollBack) {

    Connection take() throws SQLException {
        return checkout == null ? provider.getConnection() : checkout.take();
    }

    void giveBack(Connection connection) throws SQLException {
        if (rollBack) {
            Leftovers.rollBack(connection, provider);
        }
        provider.closeConnection(connection);
    }

    void close() {
        StandardServiceRegistryBuilder.destroy(registry);
    }
}
