package io.virgo.it.kit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;
import org.postgresql.xa.PGXADataSource;

/** An embedded PostgreSQL; its library stops the process at the end of the JVM. */
final class PostgresServer implements DatabaseServer {

    private static final int ATTEMPTS = 3;

    private final EmbeddedPostgres postgres;

    private PostgresServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    // The port is chosen before the server binds it, so another process may take it in between: then once more.
    static PostgresServer start() {
        IOException failure = new IOException("not tried");
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return new PostgresServer(EmbeddedPostgres.builder()
                        .setServerConfig("listen_addresses", "127.0.0.1")
                        .setServerConfig("max_connections", "400")
                        .setServerConfig("max_prepared_transactions", "64")
                        .setServerConfig("fsync", "off")
                        .setServerConfig("full_page_writes", "off")
                        .setLocaleConfig("locale", "C")
                        .start());
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new IllegalStateException("The embedded PostgreSQL did not start in " + ATTEMPTS + " attempts", failure);
    }

    @Override
    public DatabaseProduct product() {
        return DatabaseProduct.POSTGRESQL;
    }

    @Override
    public String username() {
        return "postgres";
    }

    @Override
    public String password() {
        return "virgo";
    }

    @Override
    public String create(String database) {
        Jdbc.execute(dataSource(url("postgres")), "create database " + database);
        return url(database);
    }

    // A prepared XA branch keeps a database from being dropped.
    @Override
    public void drop(String database, String url) {
        DataSource inside = dataSource(url(database));
        for (String gid : Jdbc.query(
                inside,
                "select gid from pg_prepared_xacts where database = current_database()",
                row -> row.getString(1))) {
            Jdbc.execute(inside, "rollback prepared '" + gid.replace("'", "''") + "'");
        }
        Jdbc.execute(dataSource(url("postgres")), "drop database if exists " + database + " with (force)");
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database;
    }

    @Override
    public DataSource dataSource(String url) {
        return login(new PGSimpleDataSource(), url);
    }

    @Override
    public XADataSource xaDataSource(String url) {
        return login(new PGXADataSource(), url);
    }

    private <S extends BaseDataSource> S login(S source, String url) {
        source.setUrl(url);
        source.setUser(username());
        source.setPassword(password());
        return source;
    }

    @Override
    public String sessionsSql() {
        return "select pid, state <> 'idle', query from pg_stat_activity where datname = current_database()"
                + " and pid <> pg_backend_pid() and backend_type = 'client backend'";
    }

    @Override
    public String killSql() {
        return "select pg_terminate_backend(%s)";
    }

    @Override
    public int port() {
        return postgres.getPort();
    }
}
