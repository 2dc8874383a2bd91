package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/** An open pool: Hibernate's connection provider, the registry that owns it, and another way to take its connections, if need be. */
record Pool(
        StandardServiceRegistry registry,
        ConnectionProvider provider,
        @Nullable CarefulCheckout checkout) {

    Connection take() throws SQLException {
        return checkout == null ? provider.getConnection() : checkout.take();
    }

    void giveBack(Connection connection) throws SQLException {
        provider.closeConnection(connection);
    }

    void close() {
        StandardServiceRegistryBuilder.destroy(registry);
    }
}
