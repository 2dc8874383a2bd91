package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one built-in router while it is made. Wrong ones are reported, all of them, and a harmless value is given instead; the
 * router is not used then. Not thread-safe.
 */
final class RouterSettings {

    private static final int MOST_WEIGHT = 1_000;

    private final String prefix;
    private final Map<String, String> settings;
    private final ShardAccess access;
    private final Problems problems;
    private boolean wrong;

    RouterSettings(String prefix, Map<String, String> settings, ShardAccess access, Problems problems) {
        this.prefix = prefix;
        this.settings = settings;
        this.access = access;
        this.problems = problems;
    }

    /** One entry of a list such as {@code eu:2,us}: the parts between the colons. */
    record Entry(String text, List<String> parts) {}

    /** Ends the making of a router after its problems were reported; never leaves this package. */
    static final class Stop extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Stop() {
            super(null, null, false, false);
        }
    }

    void report(String key, String text) {
        problems.add(prefix + key, text);
        wrong = true;
    }

    boolean isWrong() {
        return wrong;
    }

    /** To be called before anything that would only report the consequences of a problem. */
    void stopIfWrong() {
        if (wrong) {
            throw new Stop();
        }
    }

    void refuseUnknown(Set<String> legal) {
        Set<String> legalKeys = new TreeSet<>();
        legalKeys.add(prefix + "type");
        legal.forEach(key -> legalKeys.add(prefix + key));
        for (String key : new TreeSet<>(settings.keySet())) {
            if (!legal.contains(key)) {
                problems.addUnknown(prefix + key, legalKeys);
                wrong = true;
            }
        }
    }

    @Nullable
    String find(String key) {
        String value = settings.get(key);
        return value == null ? null : value.strip();
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
            report(key, value + " is not between " + least + " and " + most);
        } catch (NumberFormatException e) {
            report(key, "'" + value + "' is no whole number between " + least + " and " + most);
        }
        return least;
    }

    boolean flag(String key) {
        String value = find(key);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            report(key, "'" + value + "' is unknown; legal are true and false");
        }
        return "true".equals(value);
    }

    /** The entries of a list, each with as many parts as allowed. */
    List<Entry> list(String key, String example, int fewest, int most) {
        List<Entry> entries = new ArrayList<>();
        String value = find(key);
        if (value == null || value.isEmpty()) {
            report(key, "is missing; write it as in " + example);
            return entries;
        }
        for (String text : value.split(",", -1)) {
            List<String> parts =
                    List.of(text.split(":", -1)).stream().map(String::strip).toList();
            if (parts.size() < fewest || parts.size() > most || parts.stream().anyMatch(String::isEmpty)) {
                report(key, "'" + text.strip() + "' is not understood; write it as in " + example);
            } else {
                entries.add(new Entry(text.strip(), parts));
            }
        }
        return entries;
    }

    /** Which shard each remainder is on: the shards with their weights, as in {@code eu:2,us}, one after the other. */
    List<String> remainders(String key) {
        List<String> remainders = new ArrayList<>();
        for (Entry entry : list(key, "eu:2,us:1", 1, 2)) {
            String shard = shard(key, entry.parts().get(0));
            int weight =
                    entry.parts().size() == 1 ? 1 : weight(key, entry.parts().get(1));
            for (int i = 0; i < weight; i++) {
                remainders.add(shard);
            }
        }
        return remainders;
    }

    int weight(String key, String value) {
        return number(key, value, 1, MOST_WEIGHT);
    }

    String requireShard(String key) {
        String name = find(key);
        if (name == null || name.isEmpty()) {
            report(key, "is missing; it names the shard that has the table, one of " + access.shards());
            return "";
        }
        return shard(key, name);
    }

    String shard(String key, String name) {
        List<String> shards = access.shards();
        if (!shards.contains(name)) {
            report(key, "names '" + name + "', which is no shard; the shards are " + shards);
        }
        return name;
    }

    static List<String> distinct(List<String> shards) {
        return List.copyOf(new LinkedHashSet<>(shards));
    }
}
