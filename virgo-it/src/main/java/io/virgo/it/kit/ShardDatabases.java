package io.virgo.it.kit;

import io.virgo.it.kit.fault.Faults;
import io.virgo.it.kit.net.TcpFaultProxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/**
 * Several fresh databases, one per shard, made in one line and dropped at {@link #close}. The servers behind them start when first needed, once per
 * product and JVM, and end with the JVM. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * try (ShardDatabases databases = ShardDatabases.h2("eu", "us")) {
 *     databases.whoami();
 *     EntityManagerFactory emf = configuration.createEntityManagerFactory(databases.settings());
 *     ...
 *     assertEquals(1, databases.probe("eu").count("book"));
 * }
 * }</pre>
 */
public final class ShardDatabases implements AutoCloseable {

    private static final String PREFIX = "virgo.shard.";

    private final DatabaseServer server;
    private final Map<String, ShardDatabase> databases;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ShardDatabases(DatabaseServer server, Map<String, ShardDatabase> databases) {
        this.server = server;
        this.databases = databases;
    }

    /** Databases of H2 in memory, with the names of their shards. */
    public static ShardDatabases h2(String... names) {
        return of(DatabaseProduct.H2, names);
    }

    /** Databases of one embedded PostgreSQL server; needs its optional dependencies on the class path. */
    public static ShardDatabases postgres(String... names) {
        return of(DatabaseProduct.POSTGRESQL, names);
    }

    /** Databases of one embedded MariaDB server; needs its optional dependencies on the class path. */
    public static ShardDatabases mariadb(String... names) {
        return of(DatabaseProduct.MARIADB, names);
    }

    /**
     * Databases of a product, for tests that run on each.
     *
     * @throws IllegalArgumentException if no name is given or one is given twice
     * @throws IllegalStateException if the server does not start
     */
    public static ShardDatabases of(DatabaseProduct product, String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("Give the name of at least one shard");
        }
        DatabaseServer server = Servers.of(product);
        String prefix = "virgo_" + UUID.randomUUID().toString().substring(0, 8);
        Map<String, ShardDatabase> databases = new LinkedHashMap<>();
        for (String name : names) {
            // Numbered, for a shard's name may hold characters that a database's name may not, or differ by case only.
            String database = prefix + "_" + databases.size() + "_"
                    + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
            if (databases.containsKey(name)) {
                throw new IllegalArgumentException("Shard " + name + " is given twice");
            }
            databases.put(name, ShardDatabase.create(server, database));
        }
        return new ShardDatabases(server, databases);
    }

    /**
     * The same databases behind a TCP proxy each, which forwards until told to break. Use the result in place of this object, which must no longer be
     * used or closed.
     *
     * @throws UnsupportedOperationException for a product that is not {@link DatabaseProduct#networked}
     * @throws IllegalStateException if faults are between already: the proxies come first
     */
    public ShardDatabases behindProxies() {
        if (!product().networked()) {
            throw new UnsupportedOperationException(product() + " runs inside this JVM; there is no network to break");
        }
        return replaced((name, database) -> {
            if (database.proxy() != null || database.faults() != null) {
                throw new IllegalStateException("Call behindProxies() once, and before withFaults()");
            }
            return database.behindProxy(server.port());
        });
    }

    /**
     * The same databases behind the {@link io.virgo.it.kit.fault.FaultDriver}, which passes everything until told to fail. Use the result in place of
     * this object, which must no longer be used or closed.
     *
     * @throws IllegalStateException if they are behind it already
     */
    public ShardDatabases withFaults() {
        return replaced((name, database) -> {
            if (database.faults() != null) {
                throw new IllegalStateException("Call withFaults() once");
            }
            return database.withFaults(name);
        });
    }

    private ShardDatabases replaced(BiFunction<String, ShardDatabase, ShardDatabase> replacement) {
        Map<String, ShardDatabase> replaced = new LinkedHashMap<>();
        databases.forEach((name, database) -> replaced.put(name, replacement.apply(name, database)));
        return new ShardDatabases(server, replaced);
    }

    /**
     * The control of the shard's faults.
     *
     * @throws IllegalStateException if {@link #withFaults} was not called
     */
    public Faults faults(String name) {
        Faults faults = database(name).faults();
        if (faults == null) {
            throw new IllegalStateException("No faults here: call withFaults() first");
        }
        return faults;
    }

    /**
     * The proxy before the shard's database.
     *
     * @throws IllegalStateException if {@link #behindProxies} was not called
     */
    public TcpFaultProxy proxy(String name) {
        TcpFaultProxy proxy = database(name).proxy();
        if (proxy == null) {
            throw new IllegalStateException("No proxies here: call behindProxies() first");
        }
        return proxy;
    }

    /** The product of all these databases. */
    public DatabaseProduct product() {
        return server.product();
    }

    /** The names of the shards, in the order given. */
    public List<String> names() {
        return List.copyOf(databases.keySet());
    }

    /** The URL that an application uses to reach the shard. */
    public String url(String name) {
        return database(name).url();
    }

    /** The user for all shards. */
    public String username() {
        return server.username();
    }

    /** The user's password. */
    public String password() {
        return server.password();
    }

    /** The settings that make a persistence unit use these databases as its shards, in a new map that the caller may change. */
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider");
        databases.forEach(
                (name, database) -> settings.put(PREFIX + name + ".hibernate.connection.url", database.url()));
        settings.put(PREFIX + "DEFAULT.hibernate.connection.username", username());
        settings.put(PREFIX + "DEFAULT.hibernate.connection.password", password());
        return settings;
    }

    /** Plain JDBC straight into the shard's database, past Virgo, proxies and faults; each connection is a new one. */
    public DataSource dataSource(String name) {
        return server.dataSource(database(name).directUrl());
    }

    /** A look into the shard's database, straight as {@link #dataSource}. */
    public RowProbe probe(String name) {
        return new RowProbe(name, dataSource(name));
    }

    /** An XA data source of the shard, the way an application reaches it: through the proxy and the faults, if there are any. */
    public XADataSource xaDataSource(String name) {
        ShardDatabase database = database(name);
        XADataSource source = server.xaDataSource(database.networkUrl());
        return database.faults() == null ? source : database.faults().wrap(source);
    }

    /** Makes in each database the table {@code whoami(name)} with one row that holds the shard's name. */
    public ShardDatabases whoami() {
        for (String name : databases.keySet()) {
            probe(name).execute("create table whoami (name varchar(100) not null)");
            probe(name).update("insert into whoami (name) values (?)", name);
        }
        return this;
    }

    /** The connections to all shards that the databases list, without the one that asks. */
    public List<OpenSession> sessions() {
        List<OpenSession> sessions = new ArrayList<>();
        for (String name : databases.keySet()) {
            sessions.addAll(server.sessions(name, dataSource(name)));
        }
        return sessions;
    }

    /** Ends a session of {@link #sessions} from the database's side; one that has gone already is no error. */
    public void kill(OpenSession session) {
        if (sessions().stream().anyMatch(s -> s.shard().equals(session.shard()) && s.id().equals(session.id()))) {
            Jdbc.execute(dataSource(session.shard()), server.killSql().formatted(session.id()));
        }
    }

    /** Where the shard's connections were opened, as far as the fault driver knows. */
    List<Throwable> openings(String name) {
        Faults faults = database(name).faults();
        return faults == null ? List.of() : faults.openings();
    }

    /** Whether the databases have been dropped. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Drops all databases, with whatever sessions they still have. A second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            databases.values().forEach(database -> database.close(server));
        }
    }

    private ShardDatabase database(String name) {
        ShardDatabase database = databases.get(name);
        if (database == null) {
            throw new IllegalArgumentException("No shard " + name + " here; the shards are " + names());
        }
        return database;
    }

    @Override
    public String toString() {
        return product() + " " + names();
    }
}
