package io.virgo.example.tpch;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many rows of each table live on each shard. */
final class RowCounts {

    /** The tables, in the order in which they are loaded. */
    static final List<String> TABLES = List.of("region", "nation", "customer", "orders", "lineitem");

    private final Map<String, Long> rows = new TreeMap<>();

    void add(String shard, String table, long number) {
        rows.merge(shard + "." + table, number, Long::sum);
    }

    long of(String shard, String table) {
        return rows.getOrDefault(shard + "." + table, 0L);
    }

    long total() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    void print(PrintStream out) {
        out.printf("  %-10s", "");
        CustomerShards.NAMES.forEach(shard -> out.printf("%10s", shard));
        out.printf("%10s%n", "total");
        for (String table : TABLES) {
            out.printf("  %-10s", table);
            long total = 0;
            for (String shard : CustomerShards.NAMES) {
                out.printf(Locale.ROOT, "%,10d", of(shard, table));
                total += of(shard, table);
            }
            out.printf(Locale.ROOT, "%,10d%n", total);
        }
    }
}
