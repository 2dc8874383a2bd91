package io.virgo.core.id;

import java.sql.Connection;
import java.time.Duration;
import org.hibernate.service.Service;

/**
 * Connections for the making of ids, from a small pool of its own on each shard: whoever holds all connections of a shard's pool still
 * gets an id. A service of Hibernate's registry, put there by Virgo; for generators, not for applications. Thread-safe.
 *
 * <p>A connection must not be taken on a thread with a JTA transaction, since a data source that knows the transaction manager would
 * enlist it.
 *
 * @since 0.1
 */
public interface IdConnections extends Service {

    /**
     * Borrows a connection in auto-commit mode. It answers each call within about the shard's acquisition time-out, if its driver knows
     * network time-outs.
     *
     * @param shard the shard's name
     * @return the connection; closing it rolls back what is not committed, and gives it back
     * @throws jakarta.persistence.PersistenceException if the shard is unknown, or gives none within its acquisition time-out
     */
    Connection connection(String shard);

    /**
     * Borrows a connection of the shard that a session belongs to. It differs from {@link #connection} where a removed shard's name was
     * given to another database.
     *
     * @param tenant the session's tenant identifier
     * @return the connection, as that of {@link #connection}
     * @throws jakarta.persistence.PersistenceException if the session has no shard, its shard was removed, or gives none within its
     *     acquisition time-out
     */
    Connection connectionOfTenant(String tenant);

    /**
     * Tells how long to wait at most for a shard.
     *
     * @param shard the shard's name or a session's tenant identifier
     * @return the shard's acquisition time-out
     * @throws jakarta.persistence.PersistenceException if there is no such shard, or none was chosen for the session
     */
    Duration timeout(String shard);
}
