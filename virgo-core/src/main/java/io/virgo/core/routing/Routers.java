package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The routers of one factory by name, made from {@code virgo.router.<name>.…}. Thread-safe. */
public final class Routers {

    /** Lends connections to the routers whose map is in a table. */
    public interface ConnectionSource {

        /**
         * Borrows a connection of a shard.
         *
         * @param shard the shard's name
         * @return the connection; closing it gives it back
         * @throws SQLException if there is none
         */
        Connection connection(String shard) throws SQLException;
    }

    private final Map<String, ShardRouter> byName;

    private Routers(Map<String, ShardRouter> byName) {
        this.byName = Map.copyOf(byName);
    }

    /**
     * Makes the routers.
     *
     * @param all all of Hibernate's settings
     * @param shards the names of the shards, in order
     * @param connections used by routers whose map is in a table, from their first key on
     * @param problems takes everything that is wrong
     * @return the routers; only to be used if no problem was added
     */
    public static Routers read(
            Map<String, ?> all, List<String> shards, ConnectionSource connections, Problems problems) {
        return new Routers(Map.of());
    }

    /**
     * Finds a router.
     *
     * @param name its name
     * @return the router
     * @throws IllegalArgumentException if there is none; the message names the known ones
     */
    public ShardRouter get(String name) {
        ShardRouter router = byName.get(name);
        if (router == null) {
            throw new IllegalArgumentException("there is no router '" + name + "'; known routers are " + names()
                    + ". Configure it by virgo.router." + name + ".type");
        }
        return router;
    }

    /**
     * Gives the names.
     *
     * @return the names of all routers
     */
    public Set<String> names() {
        return byName.keySet();
    }
}
