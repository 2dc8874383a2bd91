package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes routers from settings, over shards that have no database. */
final class RouterFixture {

    private RouterFixture() {}

    static ShardAccess shards(String... names) {
        return new ShardAccess() {

            @Override
            public List<String> shards() {
                return List.of(names);
            }

            @Override
            public Connection connection(String shard) throws SQLException {
                throw new SQLException("no database here");
            }
        };
    }

    /** Settings of a router 'r', given as keys and values in turn. */
    static Map<String, Object> settings(Object... keysAndValues) {
        Map<String, Object> settings = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put("virgo.router.r." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    static ShardRouter router(ShardAccess access, Object... keysAndValues) {
        Problems problems = new Problems();
        Routers routers = Routers.read(settings(keysAndValues), access, problems);
        if (!problems.list().isEmpty()) {
            throw new AssertionError(problems.list());
        }
        return routers.get("r");
    }

    static List<String> problems(ShardAccess access, Object... keysAndValues) {
        Problems problems = new Problems();
        Routers.read(settings(keysAndValues), access, problems);
        return problems.list();
    }
}
