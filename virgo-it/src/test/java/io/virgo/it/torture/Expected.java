package io.virgo.it.torture;

import java.util.Set;

/** One row of the model: where it has to be and what it may hold. Used by one walker at a time. */
final class Expected {

    /** Stands for a row that is not there. */
    static final String ABSENT = "";

    final Class<? extends Row> type;
    final String shard;
    final long token;
    /** What the database may hold once no transaction is open; one element unless a commit's outcome is unknown. */
    volatile Set<String> possible = Set.of(ABSENT);

    Long id;
    Object busyWith;

    Expected(Class<? extends Row> type, String shard, long token) {
        this.type = type;
        this.shard = shard;
        this.token = token;
    }

    boolean known() {
        return possible.size() == 1;
    }

    boolean there() {
        return known() && !possible.contains(ABSENT);
    }
}
