package io.virgo.it.torture;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one manager has changed and not yet committed. */
final class Pending {

    private final Object owner;
    private final Map<Expected, Change> changes = new LinkedHashMap<>();

    Pending(Object owner) {
        this.owner = owner;
    }

    void change(Expected row, String content) {
        row.busyWith = owner;
        changes.computeIfAbsent(row, r -> new Change(new HashSet<>(r.possible))).to(content);
    }

    boolean changed(Expected row) {
        return changes.containsKey(row);
    }

    /** Whether the manager can go on changing the row. */
    boolean sure(Expected row) {
        Change change = changes.get(row);
        return change == null || change.sure;
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    void flushed() {
        changes.values().forEach(change -> change.flushed |= change.sure);
    }

    /** The persistence context is gone; what had not been flushed may be lost. */
    void uncertain() {
        changes.values().forEach(Change::uncertain);
    }

    /** The shards that a commit certainly writes to. */
    Set<String> writers() {
        Set<String> writers = new TreeSet<>();
        changes.forEach((row, change) -> {
            if (change.sure || change.flushed) {
                writers.add(row.shard);
            }
        });
        return writers;
    }

    /** The shards that a commit may write to. */
    Set<String> possibleWriters() {
        Set<String> writers = new TreeSet<>();
        changes.keySet().forEach(row -> writers.add(row.shard));
        return writers;
    }

    void commit(Collection<String> shards) {
        changes.forEach((row, change) -> {
            if (shards.contains(row.shard)) {
                row.possible = Set.copyOf(change.outcomes);
            }
        });
        rollback();
    }

    /** Nobody can say whether it was committed. */
    void unknown() {
        unknown(possibleWriters());
        rollback();
    }

    /** Nobody can say of these shards whether it was committed there. */
    void unknown(Collection<String> shards) {
        changes.forEach((row, change) -> {
            if (shards.contains(row.shard)) {
                Set<String> either = new HashSet<>(row.possible);
                either.addAll(change.outcomes);
                row.possible = Set.copyOf(either);
            }
        });
    }

    void rollback() {
        changes.keySet().forEach(row -> row.busyWith = null);
        changes.clear();
    }

    private static final class Change {

        private final Set<String> seen;
        private Set<String> outcomes = Set.of();
        private boolean flushed;
        private boolean sure = true;

        Change(Set<String> before) {
            seen = before;
        }

        void to(String content) {
            seen.addAll(outcomes);
            outcomes = Set.of(content);
            flushed = false;
        }

        void uncertain() {
            if (!flushed) {
                seen.addAll(outcomes);
                outcomes = seen;
                sure = false;
            }
        }
    }
}
