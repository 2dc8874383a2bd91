package io.virgo.core.id;

import io.virgo.core.id.FetchThreads.Fetch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hibernate.MappingException;
import org.hibernate.id.IdentifierGenerationException;

/** One global sequence, as one factory uses it. Thread-safe. */
final class GlobalCounter implements BlockSource {

    /** So that the number after it still is one. */
    static final long LAST = Long.MAX_VALUE - 1;

    private final String shard;
    private final String name;
    private final long initial;
    private final BlockSizes sizes;
    private final IdGenerators generators;
    private final Counter counter;
    private final Blocks blocks;
    private volatile boolean tableSeen;

    GlobalCounter(String shard, String name, long initial, BlockSizes sizes, IdGenerators generators) {
        this.shard = shard;
        this.name = name;
        this.initial = initial;
        this.sizes = sizes;
        this.generators = generators;
        this.counter = new Counter(IdTable.GLOBAL.table, name, initial);
        this.blocks = new Blocks(
                "number of sequence '" + name + "' in table " + IdTable.GLOBAL.table + " of shard '" + shard + "'",
                this,
                generators.threads(),
                shard,
                () -> generators.connections().timeout(shard),
                sizes.least(),
                sizes.most());
    }

    void refuseOther(long otherInitial, BlockSizes otherSizes) {
        if (otherInitial != initial || !otherSizes.equals(sizes)) {
            throw new MappingException("@GlobalSequence '" + name + "' on shard '" + shard
                    + "' is declared twice with different numbers: initial " + initial + " and " + otherInitial + ", "
                    + sizes + " and " + otherSizes + "; declare it alike, or give each entity a name of its own");
        }
    }

    long next() {
        return blocks.next();
    }

    @Override
    public Block fetch(long size) throws SQLException {
        try (Connection connection = connection()) {
            return counter.take(connection, size, LAST, limit());
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = generators.connections().connection(shard);
        try {
            if (!tableSeen) {
                IdTable.GLOBAL.require(connection, shard, generators.settings().createTables());
                tableSeen = true;
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            try {
                connection.close();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private Duration limit() {
        return generators.connections().timeout(shard);
    }

    /** Takes what is free up to a number; gives the first of them. */
    long reserveUpTo(long last) {
        CompletableFuture<Block> result = new CompletableFuture<>();
        generators.threads().execute(shard, new Fetch() {

            @Override
            public void run() {
                try (Connection connection = connection()) {
                    result.complete(counter.takeUpTo(connection, last, limit()));
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            }

            @Override
            public void refused(Throwable reason) {
                result.completeExceptionally(reason);
            }
        });
        String failure = "sequence '" + name + "' of shard '" + shard + "' may or may not have been moved to " + last;
        try {
            return result.get(limit().toNanos(), TimeUnit.NANOSECONDS).first;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IdentifierGenerationException(failure + ": interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IdentifierGenerationException(failure + "; do it again: " + e.getMessage(), e);
        }
    }

    void forget(String removed) {
        if (removed.equals(shard)) {
            tableSeen = false;
            blocks.drop();
        }
    }
}
