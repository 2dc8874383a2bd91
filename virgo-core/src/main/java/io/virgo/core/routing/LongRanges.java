package io.virgo.core.routing;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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
            String key, List<RouterSettings.Entry> entries, java.util.function.Function<String, Long> parser) {
        return new LongRanges(Bounds.read(key, entries, parser, Comparator.naturalOrder()));
    }

    List<Bounds.Range<Long>> ranges() {
        return bounds.ranges();
    }

    /** The index of a number's range, or -1 if it is outside of all. */
    int find(long number) {
        int found = Arrays.binarySearch(starts, number);
        int index = found >= 0 ? found : -found - 2;
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
