package io.virgo.core.id;

import io.virgo.core.settings.Durations;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LEASE = Duration.ofHours(1);

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

    private static long lease(@Nullable Object value, Problems problems) {
        if (value == null) {
            return STANDARD_LEASE;
        }
        Duration lease = Durations.read(value);
        if (lease == null || lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            problems.add(
                    VirgoSettings.IDS_LEASE,
                    "'" + value + "' is no time from 1 second to 1 hour, in milliseconds or as an ISO-8601 duration");
            return STANDARD_LEASE;
        }
        return lease.toMillis();
    }

    boolean isLeased() {
        return number < 0;
    }

    boolean isInTable() {
        return !shard.isEmpty();
    }
}
