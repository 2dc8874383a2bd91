package io.virgo.core.routing;

import io.virgo.core.settings.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Type {@code slots}: the key chooses one of a fixed number of slots, and the map the shard. */
final class SlotsRouter implements SlotRouter {

    static final Set<String> KEYS = Set.of("slots", "hash", "map", "table", "refresh");

    private static final String EXAMPLE = "0-499:eu,500-999:us";
    private static final int SLOTS = 1_000;
    private static final int MOST_SLOTS = 1_000_000;
    private static final Duration LONGEST_REFRESH = Duration.ofDays(365);

    private final int slots;
    private final boolean hashed;
    private final Supplier<SlotMap> map;
    private final @Nullable SlotTable table;

    SlotsRouter(String name, RouterSettings settings, ShardAccess access) {
        slots = settings.number("slots", 1, MOST_SLOTS, SLOTS);
        hashed = settings.flag("hash");
        long refresh = refreshNanos(settings);
        String given = settings.find("map");
        String shard = settings.find("table");
        if ((given == null) == (shard == null)) {
            settings.report(
                    "map",
                    "give either the map, as in 0-499:eu,500-999:us, or in 'table' the shard that has it in a table");
        }
        if (refresh > 0 && given != null) {
            settings.report("refresh", "is for a map in a table, and this one is in the settings");
        }
        if (shard == null) {
            SlotMap fixed = read(settings);
            map = () -> fixed;
            table = null;
        } else {
            SlotTable read = new SlotTable(name, slots, settings.shard("table", shard), refresh, access);
            map = read::map;
            table = read;
        }
    }

    private static long refreshNanos(RouterSettings settings) {
        String refresh = settings.find("refresh");
        if (refresh == null) {
            return 0;
        }
        Duration duration = Durations.read(refresh);
        if (duration == null || duration.compareTo(LONGEST_REFRESH) > 0) {
            settings.report(
                    "refresh",
                    "'" + refresh + "' is neither a number of milliseconds nor an ISO-8601 duration, of at most "
                            + LONGEST_REFRESH.toDays() + " days");
            return 0;
        }
        if (duration.isNegative() || duration.isZero()) {
            settings.report("refresh", "'" + refresh + "' is no time; leave it out to never refresh");
        }
        return duration.toNanos();
    }

    private SlotMap read(RouterSettings settings) {
        settings.stopIfWrong();
        SlotMap.Builder builder = new SlotMap.Builder(slots);
        for (RouterSettings.Entry entry : settings.list("map", EXAMPLE, 2, 2)) {
            String[] ends = entry.parts().get(0).split("-", 2);
            String shard = settings.shard("map", entry.parts().get(1));
            try {
                int first = Integer.parseInt(ends[0].strip());
                builder.put(first, ends.length == 1 ? first : Integer.parseInt(ends[1].strip()), shard);
            } catch (NumberFormatException e) {
                settings.report("map", "'" + entry.text() + "' is not understood; write it as in " + EXAMPLE);
            }
        }
        settings.stopIfWrong();
        builder.problems().forEach(problem -> settings.report("map", problem));
        settings.stopIfWrong();
        return builder.build(0);
    }

    @Override
    public int slotOf(Object key) {
        return KeyHash.part(ShardKeys.normalise(key), slots, hashed);
    }

    @Override
    public String shardOf(Object key) {
        return map.get().shard(slotOf(key));
    }

    @Override
    public String explain(Object key) {
        return "slot " + slotOf(key) + " of " + slots + " -> " + shardOf(key);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public long version() {
        return map.get().version();
    }

    @Override
    public void reload() {
        if (table != null) {
            table.reload();
        }
    }

    @Override
    public List<String> shards() {
        return map.get().shards();
    }
}
