package io.virgo.core.pool;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds all shards to the database product of the first that answered, since one SQL dialect serves them all. */
final class ProductCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ProductCheck.class);

    private record Product(String name, int major, String shard) {}

    private final AtomicReference<@Nullable Product> reference = new AtomicReference<>();

    void check(String shard, Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        Product found = new Product(metaData.getDatabaseProductName(), metaData.getDatabaseMajorVersion(), shard);
        Product first = reference.compareAndExchange(null, found);
        Product expected = first == null ? found : first;
        if (!expected.name().equals(found.name())) {
            throw new SQLNonTransientConnectionException("runs on " + found.name() + ", but shard '" + expected.shard()
                    + "' runs on " + expected.name() + ": all shards of one factory need the same database product");
        }
        if (expected.major() != found.major()) {
            LOG.warn(
                    "Shard '{}' runs {} {}, shard '{}' {} {}: the dialect was chosen for one of them",
                    shard,
                    found.name(),
                    found.major(),
                    expected.shard(),
                    expected.name(),
                    expected.major());
        }
    }
}
