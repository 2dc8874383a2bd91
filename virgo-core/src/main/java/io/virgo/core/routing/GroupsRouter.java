package io.virgo.core.routing;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Type {@code groups}: ranges of numbers belong to groups of shards, and inside a group the remainder chooses the shard. The group of the
 * highest numbers, as a rule, takes the new ones.
 */
final class GroupsRouter implements ShardRouter {

    private final LongRanges ranges;
    private final List<Group> groups;
    private final @Nullable String writable;
    private final boolean hashed;
    private final List<String> shards;

    private record Group(String name, String bounds, List<String> ofRemainder) {}

    GroupsRouter(RouterSettings settings) {
        hashed = settings.flag("hash");
        writable = settings.find("writable");
        List<RouterSettings.Entry> entries = settings.list("groups", "g1:..1000000,g2:1000000..", 2, 2);
        List<String> names = entries.stream().map(entry -> entry.parts().get(0)).toList();
        Map<String, List<String>> remainders = new HashMap<>();
        for (String name : names) {
            if (remainders.containsKey(name)) {
                settings.report("groups", "names the group '" + name + "' twice");
            } else {
                remainders.put(name, settings.remainders(shardsKey(name)));
            }
        }
        if (writable != null && !names.contains(writable)) {
            settings.report(
                    "writable", "'" + writable + "' is no group; at most one of " + names + " takes what is new");
        }
        // The name stands before its bounds here, and behind them where ranges are read.
        List<RouterSettings.Entry> turned = entries.stream()
                .map(entry -> new RouterSettings.Entry(
                        entry.text(),
                        List.of(entry.parts().get(1), entry.parts().get(0))))
                .toList();
        ranges = LongRanges.read(settings, "groups", turned, Long::valueOf);
        groups = ranges.ranges().stream()
                .map(range -> new Group(
                        range.target(), range.text(), List.copyOf(remainders.getOrDefault(range.target(), List.of()))))
                .toList();
        shards = RouterSettings.distinct(
                groups.stream().flatMap(group -> group.ofRemainder().stream()).toList());
    }

    /** The keys that are legal for the groups given, whether or not the rest of the settings is right. */
    static Set<String> keys(RouterSettings settings) {
        Set<String> keys = new HashSet<>(Set.of("groups", "writable", "hash"));
        String groups = settings.find("groups");
        for (String group : groups == null ? new String[] {"<group>"} : groups.split(",")) {
            keys.add(shardsKey(group.split(":", 2)[0].strip()));
        }
        return keys;
    }

    private static String shardsKey(String group) {
        return "group." + group + ".shards";
    }

    private Group groupOf(Object key) {
        int index;
        if (key instanceof Long number) {
            index = ranges.find(number);
        } else if (key instanceof BigInteger number) {
            index = ranges.find(number);
        } else {
            throw new IllegalArgumentException(
                    "groups are ranges of numbers, and a " + key.getClass().getSimpleName() + " is none");
        }
        if (index < 0) {
            throw new UnroutableKeyException("the key is outside of all groups, which are "
                    + groups.stream()
                            .map(group -> group.name() + ":" + group.bounds())
                            .toList());
        }
        return groups.get(index);
    }

    @Override
    public String shardOf(Object key) {
        Object normal = ShardKeys.normalise(key);
        Group group = groupOf(normal);
        return group.ofRemainder().get(remainder(normal, group));
    }

    private int remainder(Object normal, Group group) {
        return KeyHash.part(normal, group.ofRemainder().size(), hashed);
    }

    @Override
    public String shardForNew(Object key) {
        String group = groupOf(ShardKeys.normalise(key)).name();
        if (!group.equals(writable)) {
            throw new UnroutableKeyException("group '" + group + "' takes nothing new; "
                    + (writable == null ? "no group does" : "group '" + writable + "' does")
                    + ". Take ids from its range, or change the router's setting 'writable'");
        }
        return shardOf(key);
    }

    @Override
    public String explain(Object key) {
        Object normal = ShardKeys.normalise(key);
        Group group = groupOf(normal);
        return "group " + group.name() + " (" + group.bounds() + "), remainder " + remainder(normal, group) + " of "
                + group.ofRemainder().size() + " -> " + shardOf(key);
    }

    @Override
    public List<String> shards() {
        return shards;
    }
}
