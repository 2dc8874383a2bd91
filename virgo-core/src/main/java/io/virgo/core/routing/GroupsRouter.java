package io.virgo.core.routing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
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
        List<RouterSettings.Entry> entries = new ArrayList<>();
        for (RouterSettings.Entry entry : settings.list("groups", "g1:..1000000,g2:1000000..", 2, 2)) {
            // The name stands before its bounds here, and behind them where ranges are read.
            List<String> turned = List.of(entry.parts().get(1), entry.parts().get(0));
            entries.add(new RouterSettings.Entry(entry.text(), turned));
        }
        ranges = LongRanges.read("groups", entries, Long::valueOf);
        groups = ranges.ranges().stream().map(range -> group(settings, range)).toList();
        List<String> names = groups.stream().map(Group::name).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw RouterSettings.wrong("groups", "names a group twice: " + names);
        }
        writable = settings.find("writable");
        if (writable != null && !names.contains(writable)) {
            throw RouterSettings.wrong(
                    "writable", "'" + writable + "' is no group; at most one of " + names + " takes what is new");
        }
        hashed = settings.flag("hash");
        shards = groups.stream()
                .flatMap(group -> group.ofRemainder().stream())
                .distinct()
                .toList();
    }

    private static Group group(RouterSettings settings, Bounds.Range<Long> range) {
        List<String> ofRemainder = new ArrayList<>();
        settings.weights("group." + range.target() + ".shards").forEach((shard, share) -> {
            for (int i = 0; i < share; i++) {
                ofRemainder.add(shard);
            }
        });
        return new Group(range.target(), range.text(), List.copyOf(ofRemainder));
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
