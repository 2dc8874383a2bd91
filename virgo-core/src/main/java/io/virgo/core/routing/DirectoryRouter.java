package io.virgo.core.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Type {@code directory}: a table from key to shard, behind a bounded cache. */
final class DirectoryRouter implements ShardDirectory {

    private static final int CACHE = 10_000;
    private static final int LONGEST_KEY = 250;
    private static final String LOOK_UP = "select shard from virgo_directory where router = ? and shard_key = ?";

    private final String name;
    private final String table;
    private final ShardAccess access;
    private final DirectoryCache cache;

    DirectoryRouter(String name, RouterSettings settings, ShardAccess access) {
        this.name = name;
        this.table = settings.shard("table", settings.require("table", "main: the shard that has the table"));
        this.access = access;
        this.cache = new DirectoryCache(settings.number("cache_size", 0, 100_000_000, CACHE));
    }

    @Override
    public String shardOf(Object key) {
        String shard = cache.get(ShardKeys.normalise(key), this::read);
        if (shard == null) {
            throw new UnroutableKeyException("the key has no entry in directory '" + name
                    + "'; enter it by ShardDirectory.put before anything is stored under it");
        }
        return shard;
    }

    private @Nullable String read(Object key) {
        return work("read", connection -> Optional.ofNullable(lookUp(connection, key)))
                .orElse(null);
    }

    private @Nullable String lookUp(Connection connection, Object key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOOK_UP)) {
            statement.setString(1, name);
            statement.setString(2, text(key));
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        }
    }

    @Override
    public boolean put(Object key, String shard) {
        Object normal = ShardKeys.normalise(key);
        requireKnown(shard);
        boolean entered = work("written", connection -> insert(connection, normal, shard));
        cache.evict(normal);
        return entered;
    }

    private boolean insert(Connection connection, Object key, String shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "insert into virgo_directory (router, shard_key, shard) values (?, ?, ?)")) {
            statement.setString(1, name);
            statement.setString(2, text(key));
            statement.setString(3, shard);
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            String present = lookUp(connection, key);
            if (present == null) {
                throw e;
            }
            if (!present.equals(shard)) {
                throw new IllegalStateException("directory '" + name + "' has this key on shard '" + present
                        + "' already; use move to change it to '" + shard + "'");
            }
            return false;
        }
    }

    @Override
    public boolean move(Object key, String from, String to) {
        requireKnown(to);
        return change(
                key, "update virgo_directory set shard = ? where router = ? and shard_key = ? and shard = ?", from, to);
    }

    @Override
    public boolean remove(Object key) {
        return change(key, "delete from virgo_directory where router = ? and shard_key = ?", null, null);
    }

    private boolean change(Object key, String sql, @Nullable String from, @Nullable String to) {
        Object normal = ShardKeys.normalise(key);
        boolean changed = work("written", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int at = 1;
                if (to != null) {
                    statement.setString(at++, to);
                }
                statement.setString(at++, name);
                statement.setString(at++, text(normal));
                if (from != null) {
                    statement.setString(at, from);
                }
                return statement.executeUpdate() == 1;
            }
        });
        cache.evict(normal);
        return changed;
    }

    @Override
    public void evict(Object key) {
        cache.evict(ShardKeys.normalise(key));
    }

    @Override
    public void evictAll() {
        cache.evictAll();
    }

    private void requireKnown(String shard) {
        if (!access.shards().contains(shard)) {
            throw new IllegalArgumentException("'" + shard + "' is no shard; the shards are " + access.shards());
        }
    }

    /** What is done with a connection of the table's shard. */
    private interface Work<R> {
        R on(Connection connection) throws SQLException;
    }

    private <R> R work(String what, Work<R> work) {
        try (Connection connection = access.connection(table)) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "directory '" + name + "' cannot be " + what + " in table virgo_directory on shard '" + table
                            + "': " + e.getMessage(),
                    e);
        }
    }

    /** One text for each key, whose first letter tells its kind: 7 and "7" are different keys. */
    private static String text(Object key) {
        String text = plainText(key);
        if (text.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "the key is longer than the " + LONGEST_KEY + " characters of its column");
        }
        return text;
    }

    private static String plainText(Object key) {
        if (key instanceof String text) {
            return "s:" + text;
        }
        if (key instanceof UUID uuid) {
            return "u:" + uuid;
        }
        if (key instanceof LocalDate date) {
            return "d:" + date;
        }
        if (key instanceof List<?> parts) {
            return parts.stream()
                    .map(part -> plainText(part))
                    .map(part -> part.length() + "=" + part)
                    .collect(Collectors.joining(",", "l:", ""));
        }
        return "n:" + key;
    }

    @Override
    public String explain(Object key) {
        return "entry of directory " + name + " -> " + shardOf(key);
    }

    @Override
    public List<String> shards() {
        return access.shards();
    }
}
