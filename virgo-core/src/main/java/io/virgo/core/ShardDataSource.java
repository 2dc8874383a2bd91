package io.virgo.core;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of one shard, or of the thread's current shard, for JDBC code. Thread-safe. */
final class ShardDataSource implements DataSource {

    private final ShardConnectionProvider provider;
    private final @Nullable String shard;

    ShardDataSource(ShardConnectionProvider provider, @Nullable String shard) {
        this.provider = provider;
        this.shard = shard;
    }

    @Override
    public Connection getConnection() throws SQLException {
        String name = shard == null ? CurrentShard.require() : shard;
        Connection connection = provider.keyed().of(name);
        try {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException e) {
            giveBack(connection, e);
            throw e;
        }
        return LentConnection.of(connection, () -> provider.closeConnection(connection));
    }

    private void giveBack(Connection connection, Exception failure) {
        try {
            provider.closeConnection(connection);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the shard's settings hold its user");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("set the log writer of the shard's pool");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("set virgo.acquisition_timeout");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logs by SLF4J");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("is no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public String toString() {
        return shard == null ? "connections of the current shard" : "connections of shard '" + shard + "'";
    }
}
