package io.virgo.core.id;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How a factory gets its node number.
 *
 * @param number the configured number, negative if one is leased
 * @param shard where the table of node numbers is, empty if the number is not entered there
 * @param shardExists whether there is such a shard
 * @param leaseMillis how long a lease lasts
 */
record NodeSettings(int number, String shard, boolean shardExists, long leaseMillis) {

    private static final int LEASED = -1;
    private static final long STANDARD_LEASE = 30_000;
    private static final long SHORTEST_LEASE = 1_000;
    private static final long LONGEST_LEASE = 3_600_000;

    static NodeSettings read(Map<String, ?> all, String shard, List<String> shards, Problems problems) {
        Object node = all.get(VirgoSettings.IDS_NODE);
        int number = node == null ? LEASED : number(node.toString().strip(), problems);
        boolean inTable = number == LEASED || all.get(VirgoSettings.IDS_SHARD) != null;
        return new NodeSettings(
                number,
                inTable ? shard : "",
                shards.contains(shard),
                lease(all.get(VirgoSettings.IDS_LEASE), problems));
    }

    private static int number(String node, Problems problems) {
        if (node.equals("lease")) {
            return LEASED;
        }
        if (node.matches("\\d{1,3}") && Integer.parseInt(node) < TimeLayout.NODES) {
            return Integer.parseInt(node);
        }
        problems.add(
                VirgoSettings.IDS_NODE,
                "'" + node + "' is neither 'lease' nor a number from 0 to " + (TimeLayout.NODES - 1));
        return LEASED;
    }

    private static long lease(@org.jspecify.annotations.Nullable Object value, Problems problems) {
        if (value == null) {
            return STANDARD_LEASE;
        }
        long millis = -1;
        try {
            String text = value.toString().strip();
            if (value instanceof Duration duration) {
                millis = duration.toMillis();
            } else {
                millis = text.matches("\\d{1,12}")
                        ? Long.parseLong(text)
                        : Duration.parse(text).toMillis();
            }
        } catch (DateTimeException | ArithmeticException e) {
            // Reported below.
        }
        if (millis < SHORTEST_LEASE || millis > LONGEST_LEASE) {
            problems.add(
                    VirgoSettings.IDS_LEASE,
                    "'" + value + "' is no time from 1 second to 1 hour, in milliseconds or as an ISO-8601 duration");
            return STANDARD_LEASE;
        }
        return millis;
    }

    boolean isLeased() {
        return number < 0;
    }

    boolean isInTable() {
        return !shard.isEmpty();
    }
}
