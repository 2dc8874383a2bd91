package io.virgo.core.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeCounterTest {

    private static final long START = 1_800_000_000_000L;
    private static final int NODE = 7;

    private final AtomicLong clock = new AtomicLong(START);

    private TimeCounter counter(TimeLayout layout) {
        TimeCounter counter = new TimeCounter(layout, NODE, clock::get, 0);
        counter.allowUntil(Long.MAX_VALUE);
        return counter;
    }

    @ParameterizedTest
    @EnumSource(TimeLayout.class)
    void anIdHoldsTimeNodeAndCounter(TimeLayout layout) {
        long id = counter(layout).next();
        long unit = id >>> (layout.counterBits + TimeLayout.NODE_BITS);
        assertEquals(
                START - TimeLayout.EPOCH,
                (unit << layout.unitShift) | ((START - TimeLayout.EPOCH) & ((1 << layout.unitShift) - 1)));
        assertEquals(NODE, (id >>> layout.counterBits) & (TimeLayout.NODES - 1));
    }

    @Test
    void theSmallFormStaysBelow2To53ToItsEnd() {
        clock.set(TimeLayout.JAVASCRIPT.lastMillis(TimeLayout.JAVASCRIPT.lastUnit));
        long id = new TimeCounterWithAllNodes().last(TimeLayout.JAVASCRIPT);
        assertTrue(id < 1L << 53 && id > 1L << 52, "id " + id);
    }

    @Test
    void theWideFormIsPositiveToItsEndAndRefusesWhatComesAfter() {
        clock.set(TimeLayout.WIDE.lastMillis(TimeLayout.WIDE.lastUnit));
        assertTrue(new TimeCounterWithAllNodes().last(TimeLayout.WIDE) > 1L << 62);
        clock.incrementAndGet();
        assertEquals(TimeCounter.BEYOND_LIMIT, counter(TimeLayout.WIDE).next());
    }

    private final class TimeCounterWithAllNodes {
        long last(TimeLayout layout) {
            TimeCounter counter = new TimeCounter(layout, TimeLayout.NODES - 1, clock::get, 0);
            counter.allowUntil(Long.MAX_VALUE);
            return counter.next();
        }
    }

    // faults.md C4: with low traffic, id mod n met the same shard always.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16})
    void slowTrafficMeetsAllShardsEvenly(int shards) {
        for (TimeLayout layout : TimeLayout.values()) {
            for (int interval : new int[] {1, 2, 3, 4, 5, 6, 7, 10, 20, 50, 64, 100, 128, 1000, 60_000}) {
                int[] rows = new int[shards];
                for (long id : slowIds(layout, interval)) {
                    rows[(int) (id % shards)]++;
                }
                for (int count : rows) {
                    assertEquals(
                            3000.0 / shards, count, 0.2 * 3000 / shards, layout + ", one id per " + interval + " ms");
                }
            }
        }
    }

    // The slots router: 1,000 partitions, four shards with 250 of them each.
    @Test
    void slowTrafficMeetsAllRunsOfThousandPartitionsEvenly() {
        for (TimeLayout layout : TimeLayout.values()) {
            for (int interval : new int[] {1, 2, 5, 10, 20, 100, 1000}) {
                int[] rows = new int[4];
                for (long id : slowIds(layout, interval)) {
                    rows[(int) (id % 1000) / 250]++;
                }
                for (int count : rows) {
                    assertEquals(750, count, 150, layout + ", one id per " + interval + " ms");
                }
            }
        }
    }

    private List<Long> slowIds(TimeLayout layout, int interval) {
        clock.set(START);
        TimeCounter counter = counter(layout);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            ids.add(counter.next());
            clock.addAndGet(interval);
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource({"WIDE, 1000000", "JAVASCRIPT, 100000"})
    void idsRiseWhateverTheClockDoes(TimeLayout layout, int count) {
        TimeCounter counter = counter(layout);
        long last = 0;
        for (int i = 0; i < count; i++) {
            clock.addAndGet(i % 1000 == 0 ? -900 : i % 3);
            long id = counter.next();
            assertTrue(id > last, "id " + id + " after " + last);
            last = id;
        }
    }

    @Test
    void moreIdsThanFitIntoAMillisecondBorrowTheNextOnes() {
        TimeCounter counter = counter(TimeLayout.WIDE);
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 100 * 16_384; i++) {
            assertTrue(ids.add(counter.next()));
        }
        assertTrue(counter.aheadMillis() >= 99 && counter.aheadMillis() <= 101, "ahead " + counter.aheadMillis());
    }

    @ParameterizedTest
    @EnumSource(TimeLayout.class)
    void aClockSetBackIsBridgedUpToTheBoundAndThenRefused(TimeLayout layout) {
        TimeCounter counter = counter(layout);
        long before = counter.next();
        clock.addAndGet(-TimeCounter.MOST_AHEAD_MILLIS + 100);
        long after = counter.next();
        assertTrue(after > before);
        clock.addAndGet(-200);
        assertEquals(TimeCounter.AHEAD, counter.next());
        clock.addAndGet(300);
        assertTrue(counter.next() > after);
    }

    @ParameterizedTest
    @EnumSource(TimeLayout.class)
    void theNextOwnerStartsAfterTheLimitOfTheFormer(TimeLayout layout) {
        long limit = START + 30_000;
        TimeCounter former = new TimeCounter(layout, NODE, clock::get, 0);
        former.allowUntil(limit);
        long greatest = 0;
        clock.set(limit - 1);
        for (long id = former.next(); id != TimeCounter.BEYOND_LIMIT; id = former.next()) {
            greatest = id;
        }
        clock.set(START);
        TimeCounter next = new TimeCounter(layout, NODE, clock::get, limit);
        next.allowUntil(limit + 30_000);
        assertEquals(TimeCounter.AHEAD, next.next());
        clock.set(limit - 5_000);
        long first = next.next();
        assertTrue(first > greatest, first + " after " + greatest);
    }

    @Test
    void aClosedCounterMakesNoMore() {
        TimeCounter counter = counter(TimeLayout.WIDE);
        counter.next();
        assertEquals(START, counter.close());
        assertEquals(TimeCounter.BEYOND_LIMIT, counter.next());
        assertEquals(0, counter.close());
    }
}
