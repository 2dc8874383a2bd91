package io.virgo.it.torture;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** The design that everybody tries first: a connection provider that asks the thread which shard it wants. */
final class NaiveConnections implements ConnectionProvider {

    private static final long serialVersionUID = 1L;

    static final ThreadLocal<String> KEY = new ThreadLocal<>();

    private final transient Map<String, HikariDataSource> pools = new LinkedHashMap<>();

    void add(String shard, String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("naive-" + shard);
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(100);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(2_000);
        pools.put(shard, new HikariDataSource(config));
    }

    @Override
    public Connection getConnection() throws SQLException {
        HikariDataSource pool = pools.get(KEY.get());
        // While the factory starts there is no key.
        return (pool == null ? pools.values().iterator().next() : pool).getConnection();
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        connection.close();
    }

    int borrowed() {
        return pools.values().stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    void close() {
        pools.values().forEach(HikariDataSource::close);
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new UnsupportedOperationException();
    }
}
