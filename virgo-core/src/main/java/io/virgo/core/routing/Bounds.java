package io.virgo.core.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Half-open ranges such as {@code ..1000:eu,1000..2000:us,2000..:ap}, side by side without gap or overlap. Immutable.
 *
 * @param <T> the type of the bounds
 */
final class Bounds<T> {

    /** One range: from the lower bound, which belongs to it, to the upper, which does not; null is an open end. */
    record Range<T>(String text, @Nullable T from, @Nullable T to, String target) {}

    private final List<Range<T>> ranges;

    private Bounds(List<Range<T>> ranges) {
        this.ranges = ranges;
    }

    static <T> Bounds<T> read(
            String key, List<RouterSettings.Entry> entries, Function<String, T> parser, Comparator<T> order) {
        List<Range<T>> ranges = new ArrayList<>();
        for (RouterSettings.Entry entry : entries) {
            ranges.add(range(key, entry, parser, order));
        }
        ranges.sort((a, b) -> {
            if (a.from() == null || b.from() == null) {
                return Boolean.compare(a.from() != null, b.from() != null);
            }
            return order.compare(a.from(), b.from());
        });
        for (int i = 1; i < ranges.size(); i++) {
            refuseGapOrOverlap(key, ranges.get(i - 1), ranges.get(i), order);
        }
        return new Bounds<>(List.copyOf(ranges));
    }

    private static <T> Range<T> range(
            String key, RouterSettings.Entry entry, Function<String, T> parser, Comparator<T> order) {
        int size = entry.parts().size();
        String bounds = entry.parts().get(size - 2);
        String target = entry.parts().get(size - 1);
        int dots = bounds.indexOf("..");
        if (dots < 0) {
            throw RouterSettings.wrong(key, "'" + entry.text() + "' has no '..' between its bounds");
        }
        T from = bound(key, bounds.substring(0, dots), parser);
        T to = bound(key, bounds.substring(dots + 2), parser);
        if (from != null && to != null && order.compare(from, to) >= 0) {
            throw RouterSettings.wrong(key, "'" + entry.text() + "' is empty; its upper bound does not belong to it");
        }
        return new Range<>(bounds, from, to, target);
    }

    private static <T> @Nullable T bound(String key, String text, Function<String, T> parser) {
        if (text.isBlank()) {
            return null;
        }
        try {
            return parser.apply(text.strip());
        } catch (RuntimeException e) {
            throw RouterSettings.wrong(key, "'" + text.strip() + "' is no bound of this kind");
        }
    }

    private static <T> void refuseGapOrOverlap(String key, Range<T> left, Range<T> right, Comparator<T> order) {
        T end = left.to();
        T start = right.from();
        int compared = end == null || start == null ? 1 : order.compare(end, start);
        if (compared != 0) {
            throw RouterSettings.wrong(
                    key,
                    (compared > 0 ? "overlap: '" : "gap between: '") + left.text() + "' and '" + right.text() + "'");
        }
    }

    List<Range<T>> ranges() {
        return ranges;
    }

    boolean openBelow() {
        return ranges.get(0).from() == null;
    }

    boolean openAbove() {
        return ranges.get(ranges.size() - 1).to() == null;
    }
}
