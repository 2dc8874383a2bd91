package io.virgo.it.torture;

import io.virgo.core.NoCurrentShardException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One manager under test, and what it has to be like: its shard, its transaction, its changes, the objects kept from it. */
final class Ward {

    /** An object, perhaps a proxy, and the shard where it was got. */
    record Kept(Row object, String shard) {}

    private static final int TRAIL = 40;

    final boolean sharded;
    final Pending pending = new Pending(this);
    final List<Kept> kept = new ArrayList<>();
    /**
     * Shards where a cached entity was refreshed. Hibernate plans a clean-up after it that Virgo cannot tell from that of a statement which writes, so that it
     * may refuse a commit for it.
     */
    final Set<String> refreshed = new HashSet<>();

    private final Deque<String> trail = new ArrayDeque<>();
    private final Subject subject;
    private final Tally tally;
    private Subject.Handle handle;
    EntityManager em;
    String current;
    PartialRead partial;

    Ward(Subject subject, Tally tally, boolean sharded) {
        this.subject = subject;
        this.tally = tally;
        this.sharded = sharded;
    }

    void open(SplittableRandom random) {
        String shard = random(subject.shards(), random);
        handle = sharded
                ? subject.openSharded(random.nextInt(4) == 0 ? null : random(subject.shards(), random))
                : subject.openPlain(shard);
        em = handle.em();
        if (sharded) {
            handle.choose(shard);
        }
        current = shard;
    }

    static <T> T random(List<T> list, SplittableRandom random) {
        return list.get(random.nextInt(list.size()));
    }

    /** Remembers a step for the message of a failure. */
    void did(String step) {
        if (trail.size() == TRAIL) {
            trail.removeFirst();
        }
        trail.addLast(isOpen() ? step + "@" + current + (inTransaction() ? "*" : "") : step);
    }

    @Override
    public String toString() {
        return (sharded ? "sharded" : "plain") + " manager after " + String.join(", ", trail) + " (* in a transaction)";
    }

    boolean isOpen() {
        return em != null;
    }

    void choose(String shard) {
        handle.choose(shard);
        current = shard;
    }

    boolean inTransaction() {
        return em.getTransaction().isActive();
    }

    /** The check after each step: the database that answers is the one that has to. */
    void checkWhoAnswers() {
        if (current == null) {
            try {
                Object name = whoami(em);
                tally.missedRefusal("a query without a shard was answered by " + name);
            } catch (NoCurrentShardException refused) {
                tally.count("no shard");
            }
            return;
        }
        answeredBy(whoami(em), current, "whoami");
    }

    static Object whoami(EntityManager manager) {
        return manager.createNativeQuery("select name from whoami", String.class)
                .setFlushMode(FlushModeType.COMMIT)
                .getSingleResult();
    }

    void answeredBy(Object name, String shard, String what) {
        tally.checkedReads.increment();
        if (!shard.equals(name)) {
            tally.wrongRead(what + " on " + shard + " was answered by " + name);
        }
    }

    /** Checks a row that was read; touches it, should it be a proxy. */
    void seen(Row row, String shard, Long id, String what) {
        tally.checkedReads.increment();
        if (row == null) {
            tally.wrongRead(what + " " + id + " not found on " + shard);
        } else if (!shard.equals(row.getShard())) {
            tally.wrongRead(what + " " + id + " on " + shard + " gave a row of " + row.getShard());
        }
    }

    void keep(Row row, String shard) {
        if (row != null) {
            if (kept.size() >= 8) {
                kept.remove(0);
            }
            kept.add(new Kept(row, shard));
        }
    }

    void dropKept() {
        kept.clear();
        closePartial();
    }

    void closePartial() {
        if (partial != null) {
            PartialRead open = partial;
            partial = null;
            open.close();
        }
    }

    /** Rolls back and closes after something went wrong; what was pending is lost. */
    void abandon() {
        EntityManager old = em;
        em = null;
        refreshed.clear();
        pending.rollback();
        try {
            dropKept();
        } finally {
            try {
                if (old.getTransaction().isActive()) {
                    old.getTransaction().rollback();
                }
            } finally {
                old.close();
            }
        }
    }

    void close() {
        if (em != null) {
            abandon();
        }
    }
}
