package io.virgo.core.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which shard each slot is on: complete and checked. Immutable. */
final class SlotMap {

    private final String[] shardOfSlot;
    private final long version;

    private SlotMap(String[] shardOfSlot, long version) {
        this.shardOfSlot = shardOfSlot;
        this.version = version;
    }

    /** Collects a map and everything that is wrong with it. Not thread-safe. */
    static final class Builder {

        private final @Nullable String[] shardOfSlot;
        private final List<String> problems = new ArrayList<>();
        private boolean beyond;

        Builder(int slots) {
            shardOfSlot = new @Nullable String[slots];
        }

        void put(int first, int last, String shard) {
            if (first < 0 || last >= shardOfSlot.length || first > last) {
                beyond = true;
                problems.add(first + "-" + last + " are not slots between 0 and " + (shardOfSlot.length - 1));
                return;
            }
            boolean told = false;
            for (int slot = first; slot <= last; slot++) {
                String other = shardOfSlot[slot];
                if (other != null && !told) {
                    problems.add("slot " + slot + " is given to '" + other + "' and to '" + shard + "'");
                    told = true;
                }
                shardOfSlot[slot] = shard;
            }
        }

        /** Everything that is wrong, the slots without a shard included. */
        List<String> problems() {
            List<String> all = new ArrayList<>(problems);
            if (beyond) {
                // The slots missing now are most likely those that were meant.
                return all;
            }
            for (int slot = 0; slot < shardOfSlot.length; slot++) {
                int first = slot;
                while (slot < shardOfSlot.length && shardOfSlot[slot] == null) {
                    slot++;
                }
                if (slot == first + 1) {
                    all.add("slot " + first + " is given to no shard");
                } else if (slot > first) {
                    all.add("slots " + first + "-" + (slot - 1) + " are given to no shard");
                }
            }
            return all;
        }

        /** The map; to be called without problems only. */
        SlotMap build(long version) {
            return new SlotMap(
                    Arrays.stream(shardOfSlot).map(Objects::requireNonNull).toArray(String[]::new), version);
        }
    }

    boolean sameAs(SlotMap other) {
        return Arrays.equals(shardOfSlot, other.shardOfSlot);
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
