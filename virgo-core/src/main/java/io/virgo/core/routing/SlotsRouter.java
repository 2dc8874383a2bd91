package io.virgo.core.routing;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Type {@code slots}: the key chooses one of a fixed number of slots, and the map the shard. */
final class SlotsRouter implements SlotRouter {

    private static final int SLOTS = 1_000;
    private static final int MOST_SLOTS = 1_000_000;

    private final int slots;
    private final boolean hashed;
    private final Supplier<SlotMap> map;
    private final @Nullable SlotTable table;

    SlotsRouter(String name, RouterSettings settings, ShardAccess access) {
        slots = settings.number("slots", 1, MOST_SLOTS, SLOTS);
        hashed = settings.flag("hash");
        String given = settings.find("map");
        String shard = settings.find("table");
        if ((given == null) == (shard == null)) {
            throw RouterSettings.wrong(
                    "map",
                    "give either the map, as in 0-499:eu,500-999:us, or in 'table' the shard that has it in a table");
        }
        if (shard == null) {
            SlotMap fixed = read(settings);
            map = () -> fixed;
            table = null;
        } else {
            SlotTable read = new SlotTable(name, slots, settings.shard("table", shard), settings, access);
            map = read::map;
            table = read;
        }
    }

    private SlotMap read(RouterSettings settings) {
        SlotMap.Builder builder = new SlotMap.Builder(slots);
        for (RouterSettings.Entry entry : settings.list("map", "0-499:eu,500-999:us", 2, 2)) {
            String[] ends = entry.parts().get(0).split("-", -1);
            String shard = settings.shard("map", entry.parts().get(1));
            try {
                builder.put(Integer.parseInt(ends[0].strip()), Integer.parseInt(ends[ends.length - 1].strip()), shard);
            } catch (NumberFormatException e) {
                throw RouterSettings.wrong("map", "'" + entry.text() + "' is not understood; write it as in 0-499:eu");
            } catch (IllegalArgumentException e) {
                throw RouterSettings.wrong("map", String.valueOf(e.getMessage()));
            }
        }
        try {
            return builder.build(0);
        } catch (IllegalArgumentException e) {
            throw RouterSettings.wrong("map", String.valueOf(e.getMessage()));
        }
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
