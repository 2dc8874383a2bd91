package io.virgo.core.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What routers see of the shards. Thread-safe. */
public interface ShardAccess {

    /**
     * Gives the names of the shards at this moment.
     *
     * @return the names, in order
     */
    List<String> shards();

    /**
     * Borrows a connection of a shard, in auto-commit mode.
     *
     * @param shard the shard's name
     * @return the connection; closing it gives it back
     * @throws SQLException if there is none
     */
    Connection connection(String shard) throws SQLException;
}
