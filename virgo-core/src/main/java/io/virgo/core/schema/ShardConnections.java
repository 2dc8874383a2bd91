package io.virgo.core.schema;

import io.virgo.core.pool.Shard;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.UnknownUnwrapTypeException;

/** One shard's connections as Hibernate's tools want them. Not stoppable, so that the pool outlives the tool's registry. */
final class ShardConnections implements ConnectionProvider {

    private static final long serialVersionUID = 1L;

    private final transient Shard shard;

    ShardConnections(Shard shard) {
        this.shard = shard;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return shard.acquire();
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        shard.release(connection);
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> unwrapType) {
        return unwrapType.isInstance(this);
    }

    @Override
    public <T> T unwrap(Class<T> unwrapType) {
        if (unwrapType.isInstance(this)) {
            return unwrapType.cast(this);
        }
        throw new UnknownUnwrapTypeException(unwrapType);
    }
}
