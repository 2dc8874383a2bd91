package io.virgo.core.routing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Type {@code ring}: consistent hashing. Each node stands at many of 2^32 positions, and a key belongs to the first node at or after its
 * own position. A new node takes keys from the others, and none moves between those. The scheme is that of Karger et al., "Consistent
 * Hashing and Random Trees", 1997, with virtual nodes; a position is the upper half of the 64-bit hash.
 */
final class RingRouter implements ShardRouter {

    /** So many that ten equal nodes differ by at most 6 % from their mean. */
    private static final int VIRTUAL_NODES = 4_000;

    private static final int MOST_POSITIONS = 2_000_000;

    /** Unsigned positions in ascending order, with the highest bit turned so that they sort as signed numbers. */
    private final int[] positions;

    private final String[] shardAt;
    private final List<String> shards;

    RingRouter(RouterSettings settings) {
        int virtualNodes = settings.number("virtual_nodes", 1, 100_000, VIRTUAL_NODES);
        List<RouterSettings.Entry> entries = settings.list("nodes", "n1:eu,n2:us:2", 2, 3);
        Map<Integer, Owner> owners = new TreeMap<>();
        Set<String> ids = new HashSet<>();
        long wanted = 0;
        for (RouterSettings.Entry entry : entries) {
            String id = entry.parts().get(0);
            if (!ids.add(id)) {
                throw RouterSettings.wrong("nodes", "names the node '" + id + "' twice");
            }
            String shard = settings.shard("nodes", entry.parts().get(1));
            int weight = entry.parts().size() == 2
                    ? 1
                    : settings.number("nodes", entry.parts().get(2), 1, 1_000);
            wanted += (long) weight * virtualNodes;
            if (wanted > MOST_POSITIONS) {
                throw RouterSettings.wrong(
                        "virtual_nodes", "makes more than " + MOST_POSITIONS + " positions; lower it or the weights");
            }
            place(new Owner(id, shard), weight * virtualNodes, owners);
        }
        positions = new int[owners.size()];
        shardAt = new String[owners.size()];
        int i = 0;
        for (Map.Entry<Integer, Owner> entry : owners.entrySet()) {
            positions[i] = entry.getKey();
            shardAt[i++] = entry.getValue().shard();
        }
        shards = entries.stream().map(entry -> entry.parts().get(1)).distinct().toList();
    }

    private record Owner(String node, String shard) {}

    /** Where two nodes meet, the one whose name sorts first stays, whatever the order in which they came. */
    private static void place(Owner owner, int times, Map<Integer, Owner> owners) {
        for (int i = 0; i < times; i++) {
            byte[] name = (owner.node() + "#" + i).getBytes(StandardCharsets.UTF_8);
            owners.merge(
                    position(XxHash64.of(name)),
                    owner,
                    (there, here) -> there.node().compareTo(here.node()) <= 0 ? there : here);
        }
    }

    private static int position(long hash) {
        return (int) (hash >>> 32) ^ Integer.MIN_VALUE;
    }

    @Override
    public String shardOf(Object key) {
        return shardAt[index(position(KeyHash.of(ShardKeys.normalise(key))))];
    }

    private int index(int position) {
        int found = Arrays.binarySearch(positions, position);
        int index = found >= 0 ? found : -found - 1;
        return index == positions.length ? 0 : index;
    }

    @Override
    public String explain(Object key) {
        int position = position(KeyHash.of(ShardKeys.normalise(key)));
        return "position " + Integer.toUnsignedString(position ^ Integer.MIN_VALUE) + " of 4294967296 -> "
                + shardAt[index(position)];
    }

    @Override
    public List<String> shards() {
        return new ArrayList<>(shards);
    }
}
