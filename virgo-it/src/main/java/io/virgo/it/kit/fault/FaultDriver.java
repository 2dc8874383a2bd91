package io.virgo.it.kit.fault;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The driver of URLs {@code jdbc:fault:<id>:<real url>}: passes every call to the real driver, unless the rules of its {@link Faults} say otherwise.
 * {@link #install} gives the URL and the control. Found by {@link DriverManager} as any driver; safe for use by several threads.
 */
public final class FaultDriver implements Driver {

    private static final String PREFIX = "jdbc:fault:";
    private static final Map<String, Faults> INSTALLED = new ConcurrentHashMap<>();
    private static final AtomicInteger IDS = new AtomicInteger();

    static {
        try {
            DriverManager.registerDriver(new FaultDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For {@link java.util.ServiceLoader} and for pools that are told the driver's class. */
    public FaultDriver() {}

    /**
     * Puts the fault driver before a database until the control is closed.
     *
     * @param name the shard's name; stands in messages and decides, with a seed, what a {@link FaultPlan} does
     * @param realUrl the JDBC URL of the database
     */
    public static Faults install(String name, String realUrl) {
        String id = name + "-" + IDS.incrementAndGet();
        Faults faults = new Faults(name, PREFIX + id + ":" + realUrl, () -> INSTALLED.remove(id));
        INSTALLED.put(id, faults);
        return faults;
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        int colon = url.indexOf(':', PREFIX.length());
        if (colon < 0) {
            throw new SQLException("Not jdbc:fault:<id>:<real url>: " + url, "08001");
        }
        Faults faults = INSTALLED.get(url.substring(PREFIX.length(), colon));
        if (faults == null) {
            throw new SQLException("No faults installed, or closed already: " + url, "08001");
        }
        String realUrl = url.substring(colon + 1);
        return faults.open(() -> DriverManager.getDriver(realUrl).connect(realUrl, info));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
