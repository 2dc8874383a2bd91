package io.virgo.core.routing;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Type {@code range}: half-open ranges of numbers, dates or strings, each on a shard. */
final class RangeRouter implements ShardRouter {

    static final Set<String> KEYS = Set.of("ranges", "bounds");

    private static final String EXAMPLE = "..1000:eu,1000..2000:us,2000..:ap";

    private final String kind;
    private final @Nullable LongRanges numbers;
    private final @Nullable Bounds<String> strings;
    private final List<String> targets;
    private final List<String> shards;

    RangeRouter(RouterSettings settings) {
        String given = settings.find("bounds");
        kind = given == null ? "number" : given;
        List<RouterSettings.Entry> entries = settings.list("ranges", EXAMPLE, 2, 2);
        entries.forEach(entry -> settings.shard("ranges", entry.parts().get(1)));
        switch (kind) {
            case "number" -> {
                numbers = LongRanges.read(settings, "ranges", entries, Long::valueOf);
                strings = null;
            }
            case "date" -> {
                numbers = LongRanges.read(
                        settings,
                        "ranges",
                        entries,
                        text -> LocalDate.parse(text).toEpochDay());
                strings = null;
            }
            case "string" -> {
                strings = Bounds.read(
                        settings,
                        "ranges",
                        entries,
                        new Bounds.Kind<>(text -> text, Comparator.<String>naturalOrder()));
                numbers = null;
            }
            default -> {
                settings.report("bounds", "'" + kind + "' is unknown; legal are number, date and string");
                throw new RouterSettings.Stop();
            }
        }
        targets = (numbers != null
                        ? numbers.ranges()
                        : Objects.requireNonNull(strings).ranges())
                .stream().map(range -> range.target()).toList();
        shards = RouterSettings.distinct(targets);
    }

    @Override
    public String shardOf(Object key) {
        return targets.get(index(ShardKeys.normalise(key)));
    }

    private int index(Object key) {
        int index = find(key);
        if (index < 0) {
            throw new UnroutableKeyException("the key is outside of all ranges, which are " + texts());
        }
        return index;
    }

    private int find(Object key) {
        if (numbers != null && kind.equals("number")) {
            if (key instanceof Long number) {
                return numbers.find(number);
            }
            if (key instanceof BigInteger number) {
                return numbers.find(number);
            }
        } else if (numbers != null && key instanceof LocalDate date) {
            return numbers.find(date.toEpochDay());
        } else if (strings != null && key instanceof String text) {
            return find(strings.ranges(), text);
        }
        throw new IllegalArgumentException("this router's keys are of the kind '" + kind + "', and a "
                + key.getClass().getSimpleName() + " is none");
    }

    private static int find(List<Bounds.Range<String>> ranges, String text) {
        for (int i = 0; i < ranges.size(); i++) {
            String from = ranges.get(i).from();
            String to = ranges.get(i).to();
            if ((from == null || from.compareTo(text) <= 0) && (to == null || text.compareTo(to) < 0)) {
                return i;
            }
        }
        return -1;
    }

    private List<String> texts() {
        return (numbers != null
                        ? numbers.ranges()
                        : Objects.requireNonNull(strings).ranges())
                .stream().map(Bounds.Range::text).toList();
    }

    @Override
    public String explain(Object key) {
        return "range " + texts().get(index(ShardKeys.normalise(key))) + " -> " + shardOf(key);
    }

    @Override
    public List<String> shards() {
        return shards;
    }
}
