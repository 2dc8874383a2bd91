package io.virgo.core.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Type {@code directory}: a table from key to shard, behind a bounded cache. */
final class DirectoryRouter implements ShardDirectory {

    static final Set<String> KEYS = Set.of("table", "cache_size");

    private static final int CACHE = 10_000;
    private static final String LOOK_UP = "select shard from virgo_directory where router = ? and shard_key = ?";
    private static final String INSERT = "insert into virgo_directory (router, shard_key, shard) values (?, ?, ?)";
    private static final String MOVE =
            "update virgo_directory set shard = ? where router = ? and shard_key = ? and shard = ?";
    private static final String REMOVE = "delete from virgo_directory where router = ? and shard_key = ?";

    private final String name;
    private final String table;
    private final ShardAccess access;
    private final DirectoryCache cache;

    DirectoryRouter(String name, RouterSettings settings, ShardAccess access) {
        this.name = name;
        this.table = settings.requireShard("table");
        this.access = access;
        this.cache = new DirectoryCache(settings.number("cache_size", 0, 100_000_000, CACHE), this::read);
    }

    @Override
    public String shardOf(Object key) {
        String shard = cache.get(ShardKeys.normalise(key));
        if (shard == null) {
            throw new UnroutableKeyException("the key has no entry in directory '" + name
                    + "'; enter it by ShardDirectory.put before anything is stored under it");
        }
        return shard;
    }

    private @Nullable String read(Object key) {
        String text = KeyText.of(key);
        String shard = work("read", connection -> Optional.ofNullable(lookUp(connection, text)))
                .orElse(null);
        if (shard != null && !access.shards().contains(shard)) {
            throw new IllegalStateException("directory '" + name + "' has the key on '" + shard
                    + "', which is no shard; the shards are " + access.shards());
        }
        return shard;
    }

    private @Nullable String lookUp(Connection connection, String text) throws SQLException {
        try (PreparedStatement statement = prepare(connection, LOOK_UP)) {
            statement.setString(1, name);
            statement.setString(2, text);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        }
    }

    @Override
    public boolean put(Object key, String shard) {
        requireKnown(shard);
        return change(key, (connection, text) -> insert(connection, text, shard));
    }

    private boolean insert(Connection connection, String text, String shard) throws SQLException {
        try {
            return update(connection, INSERT, name, text, shard);
        } catch (SQLException e) {
            String present = lookUp(connection, text);
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
        return change(key, (connection, text) -> update(connection, MOVE, to, name, text, from));
    }

    @Override
    public boolean remove(Object key) {
        return change(key, (connection, text) -> update(connection, REMOVE, name, text));
    }

    private static boolean update(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            return statement.executeUpdate() == 1;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(RoutingTables.STATEMENT_SECONDS);
        return statement;
    }

    /** A change of a key's entry. */
    private interface Change {
        boolean on(Connection connection, String text) throws SQLException;
    }

    private boolean change(Object key, Change change) {
        Object normal = ShardKeys.normalise(key);
        String text = KeyText.of(normal);
        try {
            return work("written", connection -> change.on(connection, text));
        } finally {
            // Also after a failure: whether the table was changed is unknown then.
            cache.evict(normal);
        }
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

    @Override
    public String explain(Object key) {
        return "entry of directory " + name + " -> " + shardOf(key);
    }

    @Override
    public List<String> shards() {
        return access.shards();
    }
}
