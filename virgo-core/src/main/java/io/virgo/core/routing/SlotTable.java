package io.virgo.core.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A slot map that lives in a table of one shard: read at the first key, then when told to, and, if a refresh time is set, by a thread of
 * its own when a key comes after that time. The last good map stays in force. Thread-safe.
 */
final class SlotTable {

    private static final Logger LOG = LoggerFactory.getLogger(SlotTable.class);

    private static final String READ =
            "select first_slot, last_slot, shard, version from virgo_slots where router = ? order by first_slot";

    private final String router;
    private final int slots;
    private final String shard;
    private final ShardAccess access;
    private final long refreshNanos;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final SingleFlight<String, SlotMap> loading = new SingleFlight<>();
    private volatile @Nullable SlotMap map;
    private volatile long loadedAt;

    SlotTable(String router, int slots, String shard, long refreshNanos, ShardAccess access) {
        this.router = router;
        this.slots = slots;
        this.shard = shard;
        this.refreshNanos = refreshNanos;
        this.access = access;
    }

    SlotMap map() {
        SlotMap known = map;
        if (known == null) {
            return Objects.requireNonNull(loading.load(router, name -> first()));
        }
        if (refreshNanos > 0 && System.nanoTime() - loadedAt > refreshNanos) {
            refresh();
        }
        return known;
    }

    private SlotMap first() {
        SlotMap known = map;
        return known == null ? load() : known;
    }

    void reload() {
        load();
    }

    /** Whoever asks for a shard must not wait for the table's. */
    private void refresh() {
        if (refreshing.compareAndSet(false, true)) {
            loadedAt = System.nanoTime();
            Thread thread = new Thread(this::refreshNow, "virgo-slots-" + router);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void refreshNow() {
        try {
            reload();
        } catch (RuntimeException e) {
            LOG.warn(
                    "The slot map of router '{}' was not refreshed; the last good one stays: {}", router, e.toString());
        } finally {
            refreshing.set(false);
        }
    }

    /** One at a time, so that of two reloads the one that read the older map does not come last. */
    private synchronized SlotMap load() {
        try (Connection connection = access.connection(shard);
                PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setQueryTimeout(RoutingTables.STATEMENT_SECONDS);
            statement.setString(1, router);
            SlotMap read = read(statement);
            map = read;
            loadedAt = System.nanoTime();
            return read;
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the slot map of router '" + router + "' cannot be read from table virgo_slots on shard '" + shard
                            + "': " + e.getMessage(),
                    e);
        }
    }

    private SlotMap read(PreparedStatement statement) throws SQLException {
        SlotMap.Builder builder = new SlotMap.Builder(slots);
        List<String> problems = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        Set<Long> versions = new TreeSet<>();
        List<String> shards = access.shards();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String ofSlots = rows.getString(3);
                if (!shards.contains(ofSlots)) {
                    unknown.add(ofSlots);
                }
                builder.put(rows.getInt(1), rows.getInt(2), ofSlots);
                versions.add(rows.getLong(4));
            }
        }
        if (versions.isEmpty()) {
            throw refused(List.of("it has no rows"));
        }
        if (!unknown.isEmpty()) {
            problems.add("it names " + unknown + ", which are no shards; the shards are " + shards);
        }
        problems.addAll(builder.problems());
        if (versions.size() > 1) {
            problems.add("its rows bear several versions: " + versions);
        }
        if (!problems.isEmpty()) {
            throw refused(problems);
        }
        return newest(builder.build(versions.iterator().next()));
    }

    private SlotMap newest(SlotMap read) {
        SlotMap known = map;
        if (known != null && read.version() < known.version()) {
            throw refused(List.of(
                    "its version " + read.version() + " is older than " + known.version() + ", which is in force"));
        }
        if (known != null && read.version() == known.version() && !read.sameAs(known)) {
            throw refused(List.of("its version " + read.version()
                    + " is in force with other slots; raise the version with every change"));
        }
        return read;
    }

    private IllegalStateException refused(List<String> problems) {
        return new IllegalStateException("the slot map of router '" + router + "' in table virgo_slots on shard '"
                + shard + "' is refused: " + String.join("; ", problems));
    }
}
