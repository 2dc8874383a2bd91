package io.virgo.core.id;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.MappingException;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/** One interleaved sequence, as one factory uses it: a lane for each shard. Thread-safe. */
final class InterleavedCounter {

    final String name;
    final int stride;
    final BlockSizes sizes;
    final IdGenerators generators;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    /** Which shard was seen with an index. */
    private final Map<Integer, String> seen = new ConcurrentHashMap<>();

    InterleavedCounter(String name, int stride, BlockSizes sizes, IdGenerators generators) {
        this.name = name;
        this.stride = stride;
        this.sizes = sizes;
        this.generators = generators;
    }

    void refuseOther(int otherStride, BlockSizes otherSizes) {
        if (otherStride != stride || !otherSizes.equals(sizes)) {
            throw new MappingException("@InterleavedId '" + name + "' is declared twice with different numbers: stride "
                    + stride + " and " + otherStride + ", " + sizes + " and " + otherSizes
                    + "; declare it alike, or give each entity a name of its own");
        }
    }

    long next(String tenant) {
        Lane lane = lanes.get(tenant);
        if (lane == null) {
            // Refuses a session without a shard, and one whose shard is gone.
            generators.connections().timeout(tenant);
            lane = lanes.computeIfAbsent(tenant, each -> new Lane(this, each));
        }
        return lane.next();
    }

    /** Refuses an index that another shard has. */
    void claim(int index, String tenant, String shard) {
        String other = seen.putIfAbsent(index, tenant);
        if (other != null && !other.equals(tenant)) {
            throw new IdentifierGenerationException("the shards '" + other + "' and '" + shard + "' both have index "
                    + index + " for '" + name + "' in their table " + IdTable.INTERLEAVED.table
                    + ", so their ids would be the same; is one a copy of the other? Give the newer one, while it has no"
                    + " rows of its own, another index there");
        }
    }

    /** The setting of the shard's index, if there is one. */
    @Nullable
    Integer configured(String shard) {
        return generators.settings().indexes().get(shard);
    }

    void forget(String tenant) {
        Lane lane = lanes.remove(tenant);
        if (lane != null) {
            lane.drop();
        }
        seen.values().removeIf(tenant::equals);
    }
}
