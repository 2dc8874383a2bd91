package io.virgo.it.kit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks into one shard by plain JDBC, past Virgo, past Hibernate's caches and past injected faults. Each call takes a connection of its own and gives
 * it back: it sees committed rows only, and what it writes is committed when it returns. Safe for use by several threads.
 */
public final class RowProbe {

    private final String shard;
    private final DataSource source;

    RowProbe(String shard, DataSource source) {
        this.shard = shard;
        this.source = source;
    }

    /** The shard that it looks into. */
    public String shard() {
        return shard;
    }

    /**
     * The rows of a query, each the list of its columns as the driver gives them.
     *
     * @param sql a query with {@code ?} for each parameter
     * @throws IllegalStateException with the database's own error, as from every method here
     */
    public List<List<@Nullable Object>> rows(String sql, @Nullable Object... params) {
        return Jdbc.query(source, sql, RowProbe::row, params);
    }

    private static List<@Nullable Object> row(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<@Nullable Object> row = new ArrayList<>(columns);
        for (int i = 1; i <= columns; i++) {
            row.add(result.getObject(i));
        }
        return Collections.unmodifiableList(row);
    }

    /** The number of committed rows of a table. */
    public long count(String table) {
        return count(table, "1 = 1");
    }

    /** The number of committed rows of a table that satisfy a condition in SQL. */
    public long count(String table, String where, @Nullable Object... params) {
        return Jdbc.query(source, "select count(*) from " + table + " where " + where, row -> row.getLong(1), params)
                .get(0);
    }

    /**
     * The first column of the only row.
     *
     * @return null if the column is null
     * @throws IllegalStateException if the query gives no row or several
     */
    public <T> @Nullable T single(String sql, Class<T> type, @Nullable Object... params) {
        List<@Nullable T> values = Jdbc.<@Nullable T>query(source, sql, row -> row.getObject(1, type), params);
        if (values.size() != 1) {
            throw new IllegalStateException(
                    "Expected one row on shard " + shard + " but found " + values.size() + ": " + sql);
        }
        return values.get(0);
    }

    /** Runs one statement without parameters and commits it. */
    public void execute(String sql) {
        Jdbc.execute(source, sql);
    }

    /** Runs one inserting, changing or deleting statement, commits it and returns the number of rows. */
    public int update(String sql, @Nullable Object... params) {
        return Jdbc.update(source, sql, params);
    }
}
