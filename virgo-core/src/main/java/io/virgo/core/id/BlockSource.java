package io.virgo.core.id;

import java.sql.SQLException;

/** Where blocks come from: a round trip to a database, on a thread without a transaction. */
interface BlockSource {

    /**
     * Takes a block for this process alone.
     *
     * @param size the wanted number of ids
     * @return a block of at most that size
     */
    Block fetch(long size) throws SQLException;
}
