package io.virgo.example.tpch;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks into each database by plain JDBC, past Virgo and Hibernate, and compares with what the generator says. */
final class JdbcCheck {

    private static final String REVENUE = "select n_name, sum(l_extendedprice * (1 - l_discount)) from lineitem"
            + " join orders on o_orderkey = l_orderkey join customer on c_custkey = o_custkey"
            + " join nation on n_nationkey = c_nationkey group by n_name";

    private final RowCounts rows = new RowCounts();
    private final Map<String, BigDecimal> revenue = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    private JdbcCheck() {}

    static JdbcCheck run(Settings settings, Expected expected) throws SQLException {
        JdbcCheck check = new JdbcCheck();
        for (int i = 0; i < CustomerShards.NAMES.size(); i++) {
            String shard = CustomerShards.NAMES.get(i);
            try (Connection connection = DriverManager.getConnection(
                            settings.of(shard, "hibernate.connection.url"),
                            settings.of(shard, "hibernate.connection.username"),
                            settings.of(shard, "hibernate.connection.password"));
                    Statement statement = connection.createStatement()) {
                check.look(shard, i, statement, expected);
            }
        }
        if (!same(expected.revenue(), check.revenue)) {
            check.problems.add("revenue per nation: expected " + expected.revenue() + ", found " + check.revenue);
        }
        return check;
    }

    private void look(String shard, int remainder, Statement statement, Expected expected) throws SQLException {
        for (String table : RowCounts.TABLES) {
            long found = number(statement, "select count(*) from " + table);
            rows.add(shard, table, found);
            if (found != expected.rows().of(shard, table)) {
                problems.add(shard + "." + table + ": expected "
                        + expected.rows().of(shard, table) + " rows, found " + found);
            }
        }
        strangers(shard, statement, "customer", "from customer where mod(c_custkey, 4) <> " + remainder);
        strangers(shard, statement, "orders", "from orders where mod(o_custkey, 4) <> " + remainder);
        strangers(
                shard,
                statement,
                "lineitem",
                "from lineitem left join orders on o_orderkey = l_orderkey"
                        + " where o_orderkey is null or mod(o_custkey, 4) <> " + remainder);
        try (ResultSet sums = statement.executeQuery(REVENUE)) {
            while (sums.next()) {
                revenue.merge(sums.getString(1), sums.getBigDecimal(2), BigDecimal::add);
            }
        }
    }

    private void strangers(String shard, Statement statement, String table, String from) throws SQLException {
        long found = number(statement, "select count(*) " + from);
        if (found != 0) {
            problems.add(shard + "." + table + ": " + found + " rows belong to another shard");
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    /** Compares amounts, whatever the number of their decimals. */
    static boolean same(Map<String, BigDecimal> expected, Map<String, BigDecimal> found) {
        return expected.keySet().equals(found.keySet())
                && expected.entrySet().stream()
                        .allMatch(entry ->
                                entry.getValue().compareTo(found.getOrDefault(entry.getKey(), BigDecimal.ZERO)) == 0);
    }

    /** What was found. */
    RowCounts rows() {
        return rows;
    }

    /** What is wrong; empty if all is as it must be. */
    List<String> problems() {
        return problems;
    }
}
