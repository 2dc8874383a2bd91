package io.virgo.jpa.transaction;

import io.virgo.core.ShardNotEnlistedException;
import io.virgo.core.Shards;
import io.virgo.jpa.guard.ShardGuard;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Knows the shards of one entity manager's present JTA transaction. One shard needs no proof; as soon as there are two, the connections of
 * each have to take part in the transaction. Used by one thread at a time.
 */
final class JtaEnlistment {

    private final Shards shards;
    private final Map<String, SessionImplementor> members = new LinkedHashMap<>();
    private final Set<String> proved = new HashSet<>();

    JtaEnlistment(Shards shards) {
        this.shards = shards;
    }

    /** Takes a sibling into the primary's transaction, or refuses it before any statement runs there. */
    void join(SessionImplementor primary, SessionImplementor sibling) {
        if (members.isEmpty()) {
            String own = ShardGuard.shardOf(primary);
            if (own != null) {
                members.put(own, primary);
            }
        }
        String shard = ShardGuard.shardOf(sibling);
        if (shard != null && members.put(shard, sibling) == null && members.size() > 1) {
            proveAll(shard);
        }
    }

    private void proveAll(String joining) {
        boolean done = false;
        try {
            prove(joining);
            List.copyOf(members.keySet()).forEach(this::prove);
            done = true;
        } finally {
            if (!done) {
                members.remove(joining);
            }
        }
    }

    /** A connection that commits by itself in the middle of a JTA transaction is not part of it. */
    private void prove(String shard) {
        if (proved.contains(shard)) {
            return;
        }
        if (!shards.mayJoinJta(shard)) {
            throw refused(shard, "its pool is made from settings and cannot be enlisted");
        }
        SessionImplementor session = members.get(shard);
        if (session != null && session.doReturningWork(Connection::getAutoCommit)) {
            throw refused(shard, "its data source gave a connection in auto-commit mode");
        }
        proved.add(shard);
    }

    private ShardNotEnlistedException refused(String shard, String why) {
        List<String> others = new ArrayList<>(members.keySet());
        others.remove(shard);
        return new ShardNotEnlistedException(shard, why, others);
    }

    /** The next transaction begins with no shards. */
    void ended() {
        members.clear();
        proved.clear();
    }
}
