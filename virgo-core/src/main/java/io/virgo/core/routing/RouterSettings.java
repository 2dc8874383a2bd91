package io.virgo.core.routing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The settings of one built-in router while it is made. Throws what {@link ShardRouter#configure} throws. Not thread-safe. */
final class RouterSettings {

    private final Map<String, String> settings;
    private final ShardAccess access;
    private final Set<String> asked = new HashSet<>();

    RouterSettings(Map<String, String> settings, ShardAccess access) {
        this.settings = settings;
        this.access = access;
    }

    /** One entry of a list such as {@code eu:2,us}: the parts between the colons. */
    record Entry(String text, List<String> parts) {}

    @Nullable
    String find(String key) {
        asked.add(key);
        String value = settings.get(key);
        return value == null ? null : value.strip();
    }

    String require(String key, String example) {
        String value = find(key);
        if (value == null || value.isEmpty()) {
            throw wrong(key, "is missing; write it as in " + example);
        }
        return value;
    }

    int number(String key, int least, int most, int standard) {
        String value = find(key);
        return value == null ? standard : number(key, value, least, most);
    }

    int number(String key, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(key, "'" + value + "' is no whole number");
        }
        throw wrong(key, value + " is not between " + least + " and " + most);
    }

    boolean flag(String key) {
        String value = find(key);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            throw wrong(key, "'" + value + "' is unknown; legal are true and false");
        }
        return true;
    }

    /** The entries of a list, each with as many parts as allowed. */
    List<Entry> list(String key, String example, int fewest, int most) {
        List<Entry> entries = new ArrayList<>();
        for (String text : require(key, example).split(",", -1)) {
            List<String> parts = List.of(text.strip().split(":", -1)).stream()
                    .map(String::strip)
                    .toList();
            if (parts.size() < fewest || parts.size() > most || parts.stream().anyMatch(String::isEmpty)) {
                throw wrong(key, "'" + text.strip() + "' is not understood; write it as in " + example);
            }
            entries.add(new Entry(text.strip(), parts));
        }
        return entries;
    }

    /** Shards with their weights, as in {@code eu:2,us}. */
    Map<String, Integer> weights(String key) {
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (Entry entry : list(key, "eu:2,us:1", 1, 2)) {
            String shard = shard(key, entry.parts().get(0));
            int weight =
                    entry.parts().size() == 1 ? 1 : number(key, entry.parts().get(1), 1, 1_000);
            if (weights.put(shard, weight) != null) {
                throw wrong(key, "names '" + shard + "' twice; give it a weight, as in " + shard + ":2");
            }
        }
        return weights;
    }

    String shard(String key, String name) {
        List<String> shards = access.shards();
        if (!shards.contains(name)) {
            throw wrong(key, "names '" + name + "', which is no shard; the shards are " + shards);
        }
        return name;
    }

    void refuseOthers() {
        for (String key : new TreeSet<>(settings.keySet())) {
            if (!asked.contains(key)) {
                throw wrong(key, "is unknown for this type; legal are " + new TreeSet<>(asked));
            }
        }
    }

    static IllegalArgumentException wrong(String key, String text) {
        return new IllegalArgumentException(key + ": " + text);
    }
}
