package io.virgo.core.routing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
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

    static final Set<String> KEYS = Set.of("nodes", "virtual_nodes");

    /** So many that ten equal nodes differ by at most 6 % from their mean. */
    private static final int VIRTUAL_NODES = 4_000;

    /** The ring is cut in so many bits' sectors, about as many as there are positions. */
    private static final int SECTOR_BITS = 16;

    private static final int MOST_POSITIONS = 2_000_000;

    /** Unsigned positions in ascending order, with the highest bit turned so that they sort as signed numbers. */
    private final int[] positions;

    private final int[] firstOfSector;

    private final Node[] nodeAt;
    private final List<String> shards;

    RingRouter(RouterSettings settings) {
        int virtualNodes = settings.number("virtual_nodes", 1, 100_000, VIRTUAL_NODES);
        List<Node> read = read(settings);
        long wanted = read.stream()
                .mapToLong(node -> (long) node.weight() * virtualNodes)
                .sum();
        if (wanted > MOST_POSITIONS) {
            settings.report(
                    "virtual_nodes", "makes more than " + MOST_POSITIONS + " positions; lower it or the weights");
        }
        settings.stopIfWrong();
        // Where two nodes meet, the one whose id sorts first stays, whatever the order in which they are written.
        read.sort(Comparator.comparing(Node::id));
        Map<Integer, Node> owners = new TreeMap<>();
        for (Node node : read) {
            for (int i = 0; i < node.weight() * virtualNodes; i++) {
                byte[] name = (node.id() + "#" + i).getBytes(StandardCharsets.UTF_8);
                owners.putIfAbsent(position(XxHash64.of(name)), node);
            }
        }
        positions = owners.keySet().stream().mapToInt(Integer::intValue).toArray();
        firstOfSector = firstOfSector(positions);
        nodeAt = owners.values().toArray(Node[]::new);
        shards = RouterSettings.distinct(read.stream().map(Node::shard).toList());
    }

    private record Node(String id, String shard, int weight) {}

    private static List<Node> read(RouterSettings settings) {
        List<Node> nodes = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (RouterSettings.Entry entry : settings.list("nodes", "n1:eu,n2:us:2", 2, 3)) {
            String id = entry.parts().get(0);
            if (!ids.add(id)) {
                settings.report("nodes", "names the node '" + id + "' twice");
            }
            String shard = settings.shard("nodes", entry.parts().get(1));
            int weight = entry.parts().size() == 2
                    ? 1
                    : settings.weight("nodes", entry.parts().get(2));
            nodes.add(new Node(id, shard, weight));
        }
        return nodes;
    }

    private static int position(long hash) {
        return (int) (hash >>> 32) ^ Integer.MIN_VALUE;
    }

    @Override
    public String shardOf(Object key) {
        return nodeAt[index(position(KeyHash.of(ShardKeys.normalise(key))))].shard();
    }

    private int index(int position) {
        int index = firstOfSector[sector(position)];
        while (index < positions.length && positions[index] < position) {
            index++;
        }
        return index == positions.length ? 0 : index;
    }

    private static int sector(int position) {
        return (position ^ Integer.MIN_VALUE) >>> (Integer.SIZE - SECTOR_BITS);
    }

    /** Positions are spread evenly, so that a sector has few, and a search over all of them is not needed. */
    private static int[] firstOfSector(int[] positions) {
        int[] first = new int[1 << SECTOR_BITS];
        int index = 0;
        for (int sector = 0; sector < first.length; sector++) {
            while (index < positions.length && sector(positions[index]) < sector) {
                index++;
            }
            first[sector] = index;
        }
        return first;
    }

    @Override
    public String explain(Object key) {
        int position = position(KeyHash.of(ShardKeys.normalise(key)));
        Node node = nodeAt[index(position)];
        return "position " + Integer.toUnsignedString(position ^ Integer.MIN_VALUE) + " of 4294967296, node "
                + node.id() + " -> " + node.shard();
    }

    @Override
    public List<String> shards() {
        return shards;
    }
}
