package io.virgo.core.id;

import io.virgo.core.settings.ShardNames;
import io.virgo.core.settings.VirgoSettings;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * One interleaved sequence on one shard: {@code index + N * stride}. The index is stored in the shard when that is first used, and
 * looked at before the first number of each process. Thread-safe.
 */
final class Lane implements BlockSource {

    private final InterleavedCounter sequence;
    private final String tenant;
    private final String shard;
    private final Counter counter;
    private final Blocks blocks;
    private volatile int index = -1;

    Lane(InterleavedCounter sequence, String tenant) {
        this.sequence = sequence;
        this.tenant = tenant;
        this.shard = ShardNames.ofTenant(tenant);
        this.counter = new Counter(IdTable.INTERLEAVED.table, sequence.name, null);
        this.blocks = new Blocks(
                "number of sequence '" + sequence.name + "' in table " + IdTable.INTERLEAVED.table + " of shard '"
                        + shard + "'",
                this,
                sequence.generators.threads(),
                tenant,
                this::limit,
                sequence.sizes.least(),
                sequence.sizes.most());
    }

    long next() {
        long number = blocks.next();
        return index + number * sequence.stride;
    }

    void drop() {
        blocks.drop();
    }

    @Override
    public Block fetch(long size) throws SQLException {
        if (index < 0) {
            index = checkedIndex();
        }
        try (Connection connection = connect()) {
            return counter.take(connection, size, (Long.MAX_VALUE - sequence.stride) / sequence.stride, limit());
        }
    }

    private Connection connect() {
        return sequence.generators.connections().connectionOfTenant(tenant);
    }

    private Duration limit() {
        return sequence.generators.connections().timeout(tenant);
    }

    private record Row(String shard, int index, int stride) {}

    private int checkedIndex() throws SQLException {
        boolean create = sequence.generators.settings().createTables();
        Row row;
        try (Connection connection = connect()) {
            IdTable.INTERLEAVED.require(connection, shard, create);
            row = read(connection);
        }
        if (row == null) {
            // With no connection held, since the shard that gives indexes may be this one.
            int given = newIndex();
            try (Connection connection = connect()) {
                row = store(connection, new Row(shard, given, sequence.stride));
            }
        }
        check(row);
        sequence.claim(row.index, tenant, shard);
        return row.index;
    }

    private int newIndex() throws SQLException {
        Integer configured = sequence.configured(shard);
        long given = configured == null ? nextFree() : configured;
        if (given >= sequence.stride) {
            throw new IdentifierGenerationException("shard '" + shard + "' would get index " + given + " for '"
                    + sequence.name + "', but its stride " + sequence.stride + " has room for the indexes 0 to "
                    + (sequence.stride - 1)
                    + ". A stride never changes; if a shard was removed for good and its rows are"
                    + " gone, give its index to this one by " + VirgoSettings.IDS_INDEX_PREFIX + shard
                    + ", otherwise use @GlobalSequence or another entity for new rows");
        }
        return (int) given;
    }

    private long nextFree() throws SQLException {
        IdGenerators generators = sequence.generators;
        String giver = generators.settings().shard();
        Counter indexes = new Counter(IdTable.GLOBAL.table, "index of " + sequence.name, 0L);
        try (Connection connection = generators.connections().connection(giver)) {
            IdTable.GLOBAL.require(connection, giver, generators.settings().createTables());
            while (true) {
                long free = indexes.take(connection, 1, Integer.MAX_VALUE, limit()).first;
                if (!generators.settings().indexes().containsValue((int) free)) {
                    return free;
                }
            }
        } catch (PersistenceException | SQLException e) {
            throw new IdentifierGenerationException(
                    "shard '" + shard + "' has no index for '" + sequence.name + "' yet, and shard '" + giver
                            + "', which gives them, gave none: " + e.getMessage() + ". Set " + VirgoSettings.IDS_SHARD
                            + " to the shard that gives them, or " + VirgoSettings.IDS_INDEX_PREFIX + shard,
                    e);
        }
    }

    private void check(Row row) {
        String what =
                "table " + IdTable.INTERLEAVED.table + " of shard '" + shard + "' says of '" + sequence.name + "' ";
        if (!row.shard.equals(shard)) {
            throw new IdentifierGenerationException(what + "that it is shard '" + row.shard
                    + "': a copy of that one would make the same ids. If it is no copy but got a new name, write the name"
                    + " into that row");
        }
        if (row.stride != sequence.stride) {
            throw new IdentifierGenerationException(
                    what + "that its stride is " + row.stride + ", but the mapping says "
                            + sequence.stride + ". A stride never changes, since ids would meet; put " + row.stride
                            + " into the mapping");
        }
        if (row.index < 0 || row.index >= row.stride) {
            throw new IdentifierGenerationException(
                    what + "that its index is " + row.index + ", which is not from 0 to " + (row.stride - 1));
        }
        Integer configured = sequence.configured(shard);
        if (configured != null && configured != row.index) {
            throw new IdentifierGenerationException(what + "that its index is " + row.index + ", but "
                    + VirgoSettings.IDS_INDEX_PREFIX + shard + " says " + configured
                    + ". An index never changes; correct the setting");
        }
    }

    private @Nullable Row read(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "select shard, shard_index, stride from " + IdTable.INTERLEAVED.table + " where name = ?")) {
            select.setString(1, sequence.name);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? new Row(found.getString(1), found.getInt(2), found.getInt(3)) : null;
            }
        }
    }

    /** Gives the row of the node that was first. */
    private Row store(Connection connection, Row row) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into " + IdTable.INTERLEAVED.table
                + " (name, shard, shard_index, stride, next_value) values (?, ?, ?, ?, 1)")) {
            insert.setString(1, sequence.name);
            insert.setString(2, row.shard);
            insert.setInt(3, row.index);
            insert.setInt(4, row.stride);
            insert.executeUpdate();
            return row;
        } catch (SQLException e) {
            Row other = read(connection);
            if (other == null) {
                throw e;
            }
            return other;
        }
    }
}
