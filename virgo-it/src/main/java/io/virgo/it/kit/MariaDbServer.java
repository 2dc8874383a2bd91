package io.virgo.it.kit;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Databases of an embedded MariaDB. */
final class MariaDbServer implements DatabaseServer {

    private static final Pattern TRANSACTION = Pattern.compile("---TRANSACTION ");
    private static final Pattern ACTIVE = Pattern.compile("[^\n]*, ACTIVE");
    private static final Pattern THREAD = Pattern.compile("MariaDB thread id (\\d+)");

    private final int port;

    private MariaDbServer(int port) {
        this.port = port;
    }

    static MariaDbServer start() {
        return new MariaDbServer(MariaDbProcess.start());
    }

    @Override
    public DatabaseProduct product() {
        return DatabaseProduct.MARIADB;
    }

    @Override
    public String username() {
        return "root";
    }

    @Override
    public String password() {
        return "virgo";
    }

    @Override
    public String create(String database) {
        Jdbc.execute(dataSource(url("")), "create database " + database);
        return url(database);
    }

    @Override
    public void drop(String database, String url) {
        DataSource server = dataSource(url(""));
        for (String id : Jdbc.query(
                server,
                "select id from information_schema.processlist where db = ?",
                row -> row.getString(1),
                database)) {
            Jdbc.execute(server, "kill " + id);
        }
        Jdbc.execute(server, "drop database if exists " + database);
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public DataSource dataSource(String url) {
        return source(url);
    }

    @Override
    public XADataSource xaDataSource(String url) {
        return source(url);
    }

    private MariaDbDataSource source(String url) {
        try {
            MariaDbDataSource source = new MariaDbDataSource(url);
            source.setUser(username());
            source.setPassword(password());
            return source;
        } catch (SQLException e) {
            throw new IllegalArgumentException("Not a URL of MariaDB: " + url, e);
        }
    }

    @Override
    public List<OpenSession> sessions(String shard, DataSource source) {
        Set<String> inTransaction = inTransaction(source);
        return DatabaseServer.super.sessions(shard, source).stream()
                .map(s -> inTransaction.contains(s.id()) ? new OpenSession(shard, s.id(), true, s.statement()) : s)
                .toList();
    }

    // Not information_schema.innodb_trx: that view is a copy which is renewed only when nobody has read it for 100 ms.
    private static Set<String> inTransaction(DataSource source) {
        String status = Jdbc.query(source, "show engine innodb status", row -> row.getString("Status"))
                .get(0);
        return TRANSACTION
                .splitAsStream(status)
                .skip(1)
                .filter(part -> ACTIVE.matcher(part).lookingAt())
                .flatMap(part -> THREAD.matcher(part).results().map(found -> found.group(1)))
                .collect(Collectors.toSet());
    }

    @Override
    public String sessionsSql() {
        return "select id, command <> 'Sleep', info from information_schema.processlist"
                + " where db = database() and id <> connection_id() and command <> 'Killed'";
    }

    @Override
    public String killSql() {
        return "kill %s";
    }

    @Override
    public int port() {
        return port;
    }
}
