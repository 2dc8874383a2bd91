package io.virgo.core.pool;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.ShardSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * All shards of one factory. Readers see an immutable snapshot; adding and removing replace it, so that running work never sees a
 * half-made shard. Thread-safe.
 */
public final class ShardRegistry {

    /** Prepares a database on its first connection. */
    public interface FirstConnectionHook {

        /**
         * Prepares a database before others may use it.
         *
         * @param shard the shard's name
         * @param connection a connection of the shard, not to be closed
         * @throws SQLException if the database cannot be used
         */
        void prepare(String shard, Connection connection) throws SQLException;
    }

    private final ShardSettings settings;
    private final PoolFactory factory;
    private final Duration standardTimeout;
    private final ProductCheck products = new ProductCheck();
    private final List<FirstConnectionHook> hooks = new CopyOnWriteArrayList<>();
    private final List<Shard> retired = new CopyOnWriteArrayList<>();
    private final Set<String> removedNames = ConcurrentHashMap.newKeySet();
    private volatile Map<String, Shard> shards;
    private volatile boolean closed;

    /**
     * Makes the shards; opens no pool.
     *
     * @param settings the shards' settings
     * @param all all of Hibernate's settings
     * @param bootstrap the factory's bootstrap registry, parent of the pools' registries
     */
    public ShardRegistry(ShardSettings settings, Map<String, ?> all, BootstrapServiceRegistry bootstrap) {
        this.settings = settings;
        this.factory = new PoolFactory(bootstrap);
        this.standardTimeout = AcquisitionTimeout.standard(all, new Problems());
        Map<String, Shard> made = new LinkedHashMap<>();
        settings.names().forEach(name -> made.put(name, shard(name, settings.of(name), false)));
        this.shards = Collections.unmodifiableMap(made);
    }

    /**
     * Adds what is wrong with the time-out setting.
     *
     * @param all all of Hibernate's settings
     * @param problems takes it
     */
    public static void check(Map<String, ?> all, Problems problems) {
        AcquisitionTimeout.standard(all, problems);
    }

    private Shard shard(String name, Map<String, Object> shardSettings, boolean tracksBorrowed) {
        Duration timeout = AcquisitionTimeout.of(shardSettings, standardTimeout);
        PoolOpener opener = new PoolOpener(name, shardSettings, timeout, factory, this::prepare);
        return new Shard(name, timeout, opener, tracksBorrowed, PoolFactory.mayJoinJta(shardSettings));
    }

    private void prepare(String shard, Connection connection) throws SQLException {
        products.check(shard, connection);
        for (FirstConnectionHook hook : hooks) {
            hook.prepare(shard, connection);
        }
    }

    /**
     * Has every shard's first connection prepared, also those of pools that are open already.
     *
     * @param hook what to do
     * @throws SQLException if a shard with an open pool cannot be prepared
     */
    public void onFirstConnection(FirstConnectionHook hook) throws SQLException {
        hooks.add(hook);
        for (Shard shard : all()) {
            if (shard.isOpen()) {
                Connection connection = shard.acquire();
                try {
                    hook.prepare(shard.name(), connection);
                } finally {
                    shard.release(connection);
                }
            }
        }
    }

    /**
     * Tells how the factory starts.
     *
     * @return true if all pools have to open at start
     */
    public boolean strict() {
        return settings.strict();
    }

    /**
     * Finds a shard.
     *
     * @param name its name
     * @return the shard, or null if there is none
     */
    public @Nullable Shard find(String name) {
        return shards.get(name);
    }

    /**
     * Gives all shards.
     *
     * @return a snapshot in order
     */
    public Collection<Shard> all() {
        return shards.values();
    }

    /**
     * Gives the names of all shards.
     *
     * @return a snapshot in order
     */
    public List<String> names() {
        return List.copyOf(shards.keySet());
    }

    /**
     * Gives the settings in force for a shard.
     *
     * @param name the name of a shard that was configured at start
     * @return its Hibernate settings; empty for one added at run time
     */
    public Map<String, Object> settingsOf(String name) {
        return settings.names().contains(name) ? settings.of(name) : Map.of();
    }

    /**
     * Finds the shard that a connection has to go back to. A name may have been removed and used again meanwhile.
     *
     * @param name the name under which it was borrowed
     * @param connection the connection
     * @return the shard that it came from, or null if that is gone
     */
    public @Nullable Shard origin(String name, Connection connection) {
        Shard shard = shards.get(name);
        if (shard != null && shard.mayOwn(connection)) {
            return shard;
        }
        return retired.stream()
                .filter(old -> old.name().equals(name) && old.active() > 0)
                .findFirst()
                .orElse(shard);
    }

    /**
     * Adds a shard, after its pool has opened; it is visible whole or not at all.
     *
     * @param name a legal name that no shard has
     * @param own the shard's own settings: Hibernate's keys without a prefix
     * @throws SQLException if its pool does not open
     */
    public void add(String name, Map<String, ?> own) throws SQLException {
        boolean wasUsed = retired.stream().anyMatch(old -> old.name().equals(name) && old.active() > 0);
        Shard shard = shard(name, settings.ofAdded(own), wasUsed);
        try {
            shard.openNow();
        } catch (SQLException | RuntimeException e) {
            shard.close();
            throw e;
        }
        synchronized (this) {
            if (!closed && !shards.containsKey(name)) {
                Map<String, Shard> grown = new LinkedHashMap<>(shards);
                grown.put(name, shard);
                shards = Collections.unmodifiableMap(grown);
                return;
            }
        }
        shard.close();
        throw new SQLException(closed ? "the factory is closed" : "exists already");
    }

    /**
     * Takes a shard out; from here on nobody finds it.
     *
     * @param name its name
     * @return the shard, whose pool is still open, or null if there was none
     */
    public synchronized @Nullable Shard take(String name) {
        Map<String, Shard> rest = new LinkedHashMap<>(shards);
        Shard shard = rest.remove(name);
        if (shard != null) {
            shards = Collections.unmodifiableMap(rest);
            retired.removeIf(old -> !old.isOpen() && old.active() == 0);
            retired.add(shard);
            removedNames.add(name);
        }
        return shard;
    }

    /**
     * Tells whether a name belonged to a shard that was removed.
     *
     * @param name the name
     * @return true if it did and no shard has it now
     */
    public boolean wasRemoved(String name) {
        return removedNames.contains(name) && !shards.containsKey(name);
    }

    /** Closes all pools; goes on after a failure and throws the first at the end. Does nothing the second time. */
    public void close() {
        List<Shard> toClose;
        synchronized (this) {
            closed = true;
            toClose = new ArrayList<>(shards.values());
            toClose.addAll(retired);
        }
        RuntimeException first = null;
        for (Shard shard : toClose) {
            try {
                shard.close();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
