package io.virgo.core.schema;

import io.virgo.core.id.IdGenerators;
import io.virgo.core.pool.Shard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * Makes or looks for the id generators' tables where Hibernate makes or validates its own. They are neither dropped nor truncated: a
 * number that was given once must not come again.
 */
final class IdTableWork {

    private final Supplier<IdGenerators> generators;

    IdTableWork(Supplier<IdGenerators> generators) {
        this.generators = generators;
    }

    void after(String piece, Shard shard) throws SQLException {
        boolean create = piece.equals("getSchemaCreator") || piece.equals("getSchemaMigrator");
        if (!create && !piece.equals("getSchemaValidator")) {
            return;
        }
        Connection connection = shard.acquire();
        try {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            try {
                generators.get().requireTables(shard.name(), connection, create);
            } finally {
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            }
        } finally {
            shard.release(connection);
        }
    }
}
