package io.virgo.example.tpch;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * Prints how many rows of each table live on each shard.
 *
 * @param rows the numbers by shard and table
 */
record RowTable(Map<String, Map<String, Long>> rows) {

    void print(PrintStream out) {
        out.printf("  %-10s", "");
        rows.keySet().forEach(shard -> out.printf("%10s", shard));
        out.printf("%10s%n", "total");
        for (String table : Expected.TABLES) {
            out.printf("  %-10s", table);
            long total = 0;
            for (Map<String, Long> counts : rows.values()) {
                out.printf(Locale.ROOT, "%,10d", counts.get(table));
                total += counts.get(table);
            }
            out.printf(Locale.ROOT, "%,10d%n", total);
        }
    }
}
