package io.virgo.it.kit;

import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;

/** H2 in memory: no process, a "server" only by name. */
final class H2Server implements DatabaseServer {

    @Override
    public DatabaseProduct product() {
        return DatabaseProduct.H2;
    }

    @Override
    public String username() {
        return "sa";
    }

    @Override
    public String password() {
        return "virgo";
    }

    @Override
    public String create(String database) {
        String url = "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
        Jdbc.execute(dataSource(url), "select 1");
        return url;
    }

    @Override
    public void drop(String database, String url) {
        Jdbc.execute(dataSource(url), "shutdown immediately");
    }

    @Override
    public DataSource dataSource(String url) {
        return source(url);
    }

    @Override
    public XADataSource xaDataSource(String url) {
        return source(url);
    }

    private JdbcDataSource source(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        source.setUser(username());
        source.setPassword(password());
        return source;
    }

    @Override
    public String sessionsSql() {
        return "select session_id, contains_uncommitted or session_state <> 'SLEEP', executing_statement"
                + " from information_schema.sessions where session_id <> session_id()";
    }

    @Override
    public String killSql() {
        return "select abort_session(%s)";
    }

    @Override
    public int port() {
        return 0;
    }
}
