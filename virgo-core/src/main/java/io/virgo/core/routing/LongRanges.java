package io.virgo.core.routing;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Ranges of whole numbers, found without allocation. Immutable. */
final class LongRanges {

    private final Bounds<Long> bounds;
    private final long[] starts;

    private LongRanges(Bounds<Long> bounds) {
        this.bounds = bounds;
        this.starts = bounds.ranges().stream()
                .mapToLong(range -> range.from() == null ? Long.MIN_VALUE : range.from())
                .toArray();
    }

    static LongRanges read(
            RouterSettings settings, String key, List<RouterSettings.Entry> entries, Function<String, Long> parser) {
        return new LongRanges(
                Bounds.read(settings, key, entries, new Bounds.Kind<>(parser, Comparator.<Long>naturalOrder())));
    }

    List<Bounds.Range<Long>> ranges() {
        return bounds.ranges();
    }

    /** The index of a number's range, or -1 if it is outside of all. */
    int find(long number) {
        int found = Arrays.binarySearch(starts, number);
        int index = found >= 0 ? found : -found - 2;
        // A range that ends at the smallest number starts there too, and has none but those beyond.
        if (found == 0 && starts.length > 1 && starts[1] == number) {
            index = 1;
        }
        if (index == starts.length - 1) {
            Long end = bounds.ranges().get(index).to();
            return end == null || number < end ? index : -1;
        }
        return index;
    }

    /** The same for a number beyond the range of {@code long}. */
    int find(BigInteger number) {
        if (number.signum() < 0) {
            return bounds.openBelow() ? 0 : -1;
        }
        return bounds.openAbove() ? starts.length - 1 : -1;
    }
}
