package io.virgo.it.kit;

import java.util.List;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/** One server of a product: makes and drops databases. Implementations are safe for use by several threads. */
interface DatabaseServer {

    DatabaseProduct product();

    String username();

    String password();

    /** Makes an empty database and returns its JDBC URL. */
    String create(String database);

    /** Drops the database, ending all its sessions. */
    void drop(String database, String url);

    DataSource dataSource(String url);

    XADataSource xaDataSource(String url);

    /** Lists the other sessions of the source's database. */
    default List<OpenSession> sessions(String shard, DataSource source) {
        return Jdbc.query(source, sessionsSql(), row -> {
            String statement = row.getString(3);
            return new OpenSession(shard, row.getString(1), row.getBoolean(2), statement == null ? "" : statement);
        });
    }

    /** Lists the other sessions of the database that it runs in, as id, busy, statement. */
    String sessionsSql();

    /** Ends the session whose id stands at {@code %s}. */
    String killSql();

    /** The TCP port on 127.0.0.1, 0 for a database inside the JVM. */
    int port();
}
