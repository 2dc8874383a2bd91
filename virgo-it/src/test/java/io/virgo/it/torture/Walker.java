package io.virgo.it.torture;

import static io.virgo.it.torture.Ward.random;

import io.virgo.core.MixedCommitException;
import io.virgo.core.MultiShardWriteException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Walks at random over a few managers of its own, and checks each against the model after each step. Handed from thread to thread; used by one at a time.
 */
final class Walker {

    private static final int WARDS = 3;

    private final Subject subject;
    private final Tally tally;
    private final SplittableRandom random;
    private final Steps steps;
    private final List<Ward> wards = new ArrayList<>();
    private final boolean faults;
    private int left;

    Walker(int number, long seed, int operations, Subject subject, Tally tally, Ninth ninth, boolean faults) {
        this.subject = subject;
        this.tally = tally;
        this.random = new SplittableRandom(seed * 1_000_003 + number);
        this.faults = faults;
        this.left = operations;
        for (int i = 0; i < WARDS; i++) {
            wards.add(new Ward(subject, tally, i > 0));
        }
        this.steps = new Steps(number, subject, tally, random, wards, ninth);
    }

    List<Expected> model() {
        return steps.model();
    }

    /** Makes some steps; true if more are left. */
    boolean walk(int batch) {
        for (int i = 0; i < batch && left > 0; i++, left--) {
            tally.operations.increment();
            step();
            if (left == 1) {
                wards.forEach(this::end);
            }
        }
        return left > 0;
    }

    private void step() {
        Ward ward = random(wards, random);
        String where = "open";
        // The thread's key points somewhere, now and then to the right place.
        try (Subject.Scope around = random.nextInt(3) == 0 ? null : subject.scope(random(subject.shards(), random))) {
            if (!ward.isOpen()) {
                ward.open(random);
            }
            where = steps.choose();
            ward.did(where);
            if (where.equals("commit")) {
                commit(ward);
            } else {
                steps.run(where, ward);
            }
            where = "whoami after " + where;
            if (ward.isOpen()) {
                ward.checkWhoAnswers();
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            failed(ward, where, e);
        }
    }

    private void failed(Ward ward, String where, Throwable e) {
        if (faults && injected(e) != null) {
            tally.injected.increment();
        } else {
            tally.unexpected(where + " of a " + ward, e);
        }
        end(ward);
    }

    private void end(Ward ward) {
        try {
            ward.close();
        } catch (RuntimeException e) {
            if (!faults || injected(e) == null) {
                tally.unexpected("end", e);
            }
        }
    }

    private void commit(Ward ward) {
        if (!ward.inTransaction()) {
            return;
        }
        ward.closePartial();
        Set<String> writers = ward.pending.writers();
        Set<String> possible = ward.pending.possibleWriters();
        Set<String> takenForWriters = new HashSet<>(possible);
        takenForWriters.addAll(ward.refreshed);
        try {
            ward.em.getTransaction().commit();
        } catch (RuntimeException e) {
            commitFailed(ward, takenForWriters, e);
            return;
        }
        tally.count("committed");
        if (writers.size() > 1) {
            tally.missedRefusal("a transaction that wrote to " + writers + " was committed");
        }
        ward.pending.commit(possible);
    }

    private void commitFailed(Ward ward, Set<String> writers, RuntimeException e) {
        String fault = injected(e);
        MixedCommitException mixed = find(e, MixedCommitException.class);
        if (mixed != null) {
            tally.count("mixed outcome told");
            ward.pending.unknown(mixed.unknown());
            ward.pending.commit(mixed.committed());
        } else if (fault != null && fault.contains("at COMMIT")) {
            tally.count("outcome unknown");
            ward.pending.unknown();
        } else {
            ward.pending.rollback();
        }
        if (find(e, MultiShardWriteException.class) != null && writers.size() > 1) {
            tally.count("writes to several shards refused");
            end(ward);
        } else {
            failed(ward, "commit", e);
        }
    }

    static <T extends Throwable> T find(Throwable e, Class<T> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    /** The text of an injected fault that led to the exception, null if there is none. */
    private static String injected(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException
                    && String.valueOf(cause.getMessage()).contains("Injected at")) {
                return cause.getMessage();
            }
        }
        return null;
    }
}
