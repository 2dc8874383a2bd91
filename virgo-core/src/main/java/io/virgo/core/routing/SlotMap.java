package io.virgo.core.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which shard each slot is on: complete and checked. Immutable. */
final class SlotMap {

    private final String[] shardOfSlot;
    private final long version;

    private SlotMap(String[] shardOfSlot, long version) {
        this.shardOfSlot = shardOfSlot;
        this.version = version;
    }

    /** Collects a map and refuses what is wrong with it. */
    static final class Builder {

        private final @Nullable String[] shardOfSlot;

        Builder(int slots) {
            shardOfSlot = new @Nullable String[slots];
        }

        void put(int first, int last, String shard) {
            if (first < 0 || last >= shardOfSlot.length || first > last) {
                throw new IllegalArgumentException(
                        first + "-" + last + " are not slots between 0 and " + (shardOfSlot.length - 1));
            }
            for (int slot = first; slot <= last; slot++) {
                String other = shardOfSlot[slot];
                if (other != null) {
                    throw new IllegalArgumentException(
                            "slot " + slot + " is given to '" + other + "' and to '" + shard + "'");
                }
                shardOfSlot[slot] = shard;
            }
        }

        SlotMap build(long version) {
            List<String> complete = new ArrayList<>(shardOfSlot.length);
            for (int slot = 0; slot < shardOfSlot.length; slot++) {
                String shard = shardOfSlot[slot];
                if (shard == null) {
                    throw new IllegalArgumentException("slot " + slot + " is given to no shard");
                }
                complete.add(shard);
            }
            return new SlotMap(complete.toArray(String[]::new), version);
        }
    }

    String shard(int slot) {
        return shardOfSlot[slot];
    }

    int slots() {
        return shardOfSlot.length;
    }

    long version() {
        return version;
    }

    List<String> shards() {
        return Arrays.stream(shardOfSlot).distinct().toList();
    }
}
