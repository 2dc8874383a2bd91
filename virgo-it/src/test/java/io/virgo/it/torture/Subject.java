package io.virgo.it.torture;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.hibernate.SessionFactory;

/** The design that is walked: one factory over the databases, and its ways to say which shard is meant. */
interface Subject extends AutoCloseable {

    SessionFactory factory();

    /** Opens a manager that stays on one shard. */
    Handle openPlain(String shard);

    /** Opens a manager that can change its shard; its underlying session is opened under a shard, or under none. */
    Handle openSharded(String openedUnder);

    /** Makes a shard the thread's current one until closed. */
    Scope scope(String shard);

    /** The shard of this thread, null if there is none. */
    String threadShard();

    /** Whether an entity's shard is found by its own attribute. */
    boolean resolves();

    /** Whether shards can come and go. */
    boolean changesShards();

    /** Adds the ninth shard. */
    void addNinth();

    /** Removes it; true if nobody was cut off. */
    boolean removeNinth();

    /** Connections that are out at this moment, over all shards. */
    int borrowed();

    List<String> shards();

    @Override
    void close();

    /** A manager. */
    interface Handle {

        EntityManager em();

        /** Null means no shard. */
        void choose(String shard);
    }

    /** A scope that throws nothing at its end. */
    interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
