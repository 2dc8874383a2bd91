package io.virgo.it.kit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Plain JDBC with a connection per call: what it reads is committed, what it writes is committed at return. */
final class Jdbc {

    private Jdbc() {}

    static void execute(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    static int update(DataSource source, String sql, @Nullable Object... params) {
        try (Connection connection = source.getConnection();
                var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < params.length; i++) {
                statement.setObject(i + 1, params[i]);
            }
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    static <R extends @Nullable Object> List<R> query(
            DataSource source, String sql, RowReader<R> reader, @Nullable Object... params) {
        try (Connection connection = source.getConnection();
                var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < params.length; i++) {
                statement.setObject(i + 1, params[i]);
            }
            List<R> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(reader.read(result));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    private static IllegalStateException failure(String sql, SQLException e) {
        return new IllegalStateException("The test kit could not run <" + sql + ">: " + e.getMessage(), e);
    }

    interface RowReader<R extends @Nullable Object> {
        R read(ResultSet row) throws SQLException;
    }
}
