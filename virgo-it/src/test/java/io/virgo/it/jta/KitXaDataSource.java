package io.virgo.it.jta;

import io.virgo.it.kit.ShardDatabases;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/** The XA data source of one shard of the kit, with its faults, as a class that Agroal makes by itself. */
public class KitXaDataSource implements XADataSource {

    private static final Map<String, XADataSource> SOURCES = new ConcurrentHashMap<>();

    private String shard = "";

    /** Gives the key under which Agroal's instance finds the shard. */
    static String offer(ShardDatabases databases, String shard) {
        String key = databases.url(shard);
        SOURCES.put(key, databases.xaDataSource(shard));
        return key;
    }

    /** Called by Agroal. */
    public void setShard(String shard) {
        this.shard = shard;
    }

    private XADataSource real() {
        return Objects.requireNonNull(SOURCES.get(shard), shard);
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        return real().getXAConnection();
    }

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        return real().getXAConnection(user, password);
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
