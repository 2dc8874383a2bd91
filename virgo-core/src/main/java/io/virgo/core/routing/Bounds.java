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

    private static final String DOTS = "..";

    /** One range: from the lower bound, which belongs to it, to the upper, which does not; null is an open end. */
    record Range<T>(String text, @Nullable T from, @Nullable T to, String target) {}

    /** Reads a bound, and throws if it cannot. */
    record Kind<T>(Function<String, T> parser, Comparator<T> order) {}

    private final List<Range<T>> ranges;

    private Bounds(List<Range<T>> ranges) {
        this.ranges = ranges;
    }

    /** Reads entries of bounds and target, and stops if any setting of the router is wrong by then. */
    static <T> Bounds<T> read(RouterSettings settings, String key, List<RouterSettings.Entry> entries, Kind<T> kind) {
        List<Range<T>> ranges = new ArrayList<>();
        for (RouterSettings.Entry entry : entries) {
            String problem = add(ranges, entry, kind);
            if (problem != null) {
                settings.report(key, "'" + entry.text() + "' " + problem);
            }
        }
        settings.stopIfWrong();
        ranges.sort(Comparator.comparing(Range::from, Comparator.nullsFirst(kind.order())));
        for (int i = 1; i < ranges.size(); i++) {
            String problem = gapOrOverlap(ranges.get(i - 1), ranges.get(i), kind.order());
            if (problem != null) {
                settings.report(
                        key,
                        problem + " '" + ranges.get(i - 1).text() + "' and '"
                                + ranges.get(i).text() + "'");
            }
        }
        settings.stopIfWrong();
        return new Bounds<>(List.copyOf(ranges));
    }

    private static <T> @Nullable String add(List<Range<T>> ranges, RouterSettings.Entry entry, Kind<T> kind) {
        String bounds = entry.parts().get(0);
        int dots = bounds.indexOf(DOTS);
        if (dots < 0 || bounds.indexOf(DOTS, dots + 1) >= 0) {
            return "has not one '..' between its bounds";
        }
        T from;
        T to;
        try {
            from = bound(bounds.substring(0, dots), kind);
            to = bound(bounds.substring(dots + DOTS.length()), kind);
        } catch (RuntimeException e) {
            return "has a bound that is not of the router's kind";
        }
        if (from != null && to != null && kind.order().compare(from, to) >= 0) {
            return "is empty; its upper bound does not belong to it";
        }
        ranges.add(new Range<>(bounds, from, to, entry.parts().get(1)));
        return null;
    }

    private static <T> @Nullable T bound(String text, Kind<T> kind) {
        return text.isBlank() ? null : kind.parser().apply(text.strip());
    }

    private static <T> @Nullable String gapOrOverlap(Range<T> left, Range<T> right, Comparator<T> order) {
        T end = left.to();
        T start = right.from();
        int compared = end == null || start == null ? 1 : order.compare(end, start);
        return compared == 0 ? null : compared > 0 ? "overlap:" : "gap between:";
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
