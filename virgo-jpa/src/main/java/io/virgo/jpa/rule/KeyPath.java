package io.virgo.jpa.rule;

import io.virgo.core.routing.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a shard key is found in an entity or in an id.
 *
 * @param attribute the attribute that was marked, for messages
 * @param leaves its basic values, in the order of their names
 * @param composite whether the key is the list of them, even of one
 */
record KeyPath(String attribute, List<Leaf> leaves, boolean composite) {

    /** Gives the key in its normal form; null if a part of it is missing. */
    @Nullable
    Object read(Object start) {
        List<Object> parts = new ArrayList<>(leaves.size());
        for (Leaf leaf : leaves) {
            Object value = leaf.read(start);
            if (value == null) {
                return null;
            }
            Object part = ShardKeys.normalise(value, leaf.type());
            if (!composite) {
                return part;
            }
            parts.add(part);
        }
        return parts;
    }

    /** The same key as seen from the first attribute's value. */
    KeyPath below() {
        return new KeyPath(
                attribute,
                leaves.stream()
                        .map(leaf -> new Leaf(
                                leaf.path(),
                                leaf.getters().subList(1, leaf.getters().size()),
                                leaf.type(),
                                leaf.column()))
                        .toList(),
                composite);
    }

    List<String> columns() {
        return leaves.stream().map(Leaf::column).toList();
    }
}
