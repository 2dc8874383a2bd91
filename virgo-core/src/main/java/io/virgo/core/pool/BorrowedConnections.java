package io.virgo.core.pool;

import java.sql.Connection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Remembers by identity which connections are out. Thread-safe. */
final class BorrowedConnections {

    private final Set<Connection> out = Collections.newSetFromMap(new IdentityHashMap<>());

    synchronized void add(Connection connection) {
        out.add(connection);
    }

    synchronized void remove(Connection connection) {
        out.remove(connection);
    }

    synchronized boolean contains(Connection connection) {
        return out.contains(connection);
    }
}
