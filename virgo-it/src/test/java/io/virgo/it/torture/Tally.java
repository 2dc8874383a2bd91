package io.virgo.it.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a run saw. Thread-safe. */
final class Tally {

    private static final int TOLD = 10;

    final LongAdder operations = new LongAdder();
    final LongAdder checkedReads = new LongAdder();
    final LongAdder wrongReads = new LongAdder();
    final LongAdder missedRefusals = new LongAdder();
    final LongAdder injected = new LongAdder();
    final LongAdder unexpected = new LongAdder();
    final LongAdder wrongRows = new LongAdder();
    final LongAdder lostRows = new LongAdder();
    final LongAdder rows = new LongAdder();
    final LongAdder unknownRows = new LongAdder();
    private final Map<String, LongAdder> byKind = new ConcurrentHashMap<>();
    private final List<String> told = new ArrayList<>();
    private final List<Throwable> traces = new ArrayList<>();

    void count(String kind) {
        byKind.computeIfAbsent(kind, k -> new LongAdder()).increment();
    }

    void wrongRead(String text) {
        wrongReads.increment();
        tell("wrong read: " + text);
    }

    void missedRefusal(String text) {
        missedRefusals.increment();
        tell("not refused: " + text);
    }

    void wrongRow(String text) {
        wrongRows.increment();
        tell("wrong row: " + text);
    }

    void lostRow(String text) {
        lostRows.increment();
        tell("lost row: " + text);
    }

    void unexpected(String where, Throwable e) {
        unexpected.increment();
        synchronized (told) {
            tell("unexpected at " + where + ": " + e);
            if (traces.size() < TOLD) {
                traces.add(e);
            }
        }
    }

    private void tell(String text) {
        synchronized (told) {
            if (told.size() < TOLD) {
                told.add(text);
            }
        }
    }

    /** Everything that must not be. */
    long failures() {
        return wrongReads.sum() + missedRefusals.sum() + unexpected.sum() + wrongRows.sum() + lostRows.sum();
    }

    AssertionError failure(String run) {
        AssertionError error = new AssertionError(this + " in " + run + "\n  " + String.join("\n  ", told));
        traces.forEach(error::addSuppressed);
        return error;
    }

    @Override
    public String toString() {
        return operations + " operations, " + rows + " rows (" + unknownRows + " of unknown outcome), " + checkedReads
                + " checked reads; wrong rows " + wrongRows + ", lost or changed rows " + lostRows + ", wrong reads "
                + wrongReads + ", missed refusals " + missedRefusals + ", unexpected exceptions " + unexpected
                + "; injected faults met " + injected + "; " + new TreeMap<>(byKind);
    }
}
