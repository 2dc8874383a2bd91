package io.virgo.it.kit.fault;

import java.sql.SQLException;

/** Opens a real connection. */
interface Opening<C> {
    C open() throws SQLException;
}
