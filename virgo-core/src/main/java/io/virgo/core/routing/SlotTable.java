package io.virgo.core.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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

    private final String router;
    private final int slots;
    private final String shard;
    private final RouterSettings settings;
    private final ShardAccess access;
    private final long refreshNanos;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile @Nullable SlotMap map;
    private volatile long loadedAt;

    SlotTable(String router, int slots, String shard, RouterSettings settings, ShardAccess access) {
        this.router = router;
        this.slots = slots;
        this.shard = shard;
        this.settings = settings;
        this.access = access;
        this.refreshNanos = nanos(settings.find("refresh"));
    }

    private static long nanos(@Nullable String refresh) {
        if (refresh == null) {
            return 0;
        }
        try {
            Duration duration =
                    refresh.matches("\\d{1,12}") ? Duration.ofMillis(Long.parseLong(refresh)) : Duration.parse(refresh);
            if (duration.isNegative() || duration.isZero()) {
                throw RouterSettings.wrong("refresh", "'" + refresh + "' is no time; leave it out to never refresh");
            }
            return duration.toNanos();
        } catch (ArithmeticException | java.time.DateTimeException e) {
            throw RouterSettings.wrong(
                    "refresh", "'" + refresh + "' is neither a number of milliseconds nor an ISO-8601 duration");
        }
    }

    SlotMap map() {
        SlotMap known = map;
        if (known == null) {
            return first();
        }
        if (refreshNanos > 0 && System.nanoTime() - loadedAt > refreshNanos) {
            refresh();
        }
        return known;
    }

    private synchronized SlotMap first() {
        SlotMap known = map;
        return known == null ? load() : known;
    }

    synchronized void reload() {
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

    private SlotMap load() {
        try (Connection connection = access.connection(shard);
                PreparedStatement statement = connection.prepareStatement(
                        "select first_slot, last_slot, shard, version from virgo_slots where router = ? order by first_slot")) {
            statement.setString(1, router);
            SlotMap read = read(statement);
            SlotMap known = map;
            if (known != null && read.version() < known.version()) {
                throw new IllegalArgumentException(
                        "its version " + read.version() + " is older than " + known.version() + ", which is in force");
            }
            map = read;
            loadedAt = System.nanoTime();
            return read;
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the slot map of router '" + router + "' cannot be read from table virgo_slots on shard '" + shard
                            + "': " + e.getMessage(),
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the slot map of router '" + router + "' in table virgo_slots on shard '" + shard + "' is refused: "
                            + e.getMessage(),
                    e);
        }
    }

    private SlotMap read(PreparedStatement statement) throws SQLException {
        SlotMap.Builder builder = new SlotMap.Builder(slots);
        long version = -1;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                long ofRow = rows.getLong(4);
                if (version >= 0 && version != ofRow) {
                    throw new IllegalArgumentException("its rows bear the versions " + version + " and " + ofRow);
                }
                version = ofRow;
                builder.put(rows.getInt(1), rows.getInt(2), settings.shard("shard", rows.getString(3)));
            }
        }
        return builder.build(version);
    }
}
