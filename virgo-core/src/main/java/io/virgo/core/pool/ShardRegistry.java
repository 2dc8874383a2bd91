package io.virgo.core.pool;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.ShardNames;
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
import java.util.function.BiConsumer;
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

    /** How many connections a shard's pool for ids has: one to fetch for those who wait, one to fetch early. */
    public static final int ID_CONNECTIONS = 2;

    private final ShardSettings settings;
    private final PoolFactory factory;
    private final Duration standardTimeout;
    private final ProductCheck products = new ProductCheck();
    private final List<FirstConnectionHook> hooks = new CopyOnWriteArrayList<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final Map<String, Shard> byTenant = new ConcurrentHashMap<>();
    private final Map<String, Integer> removals = new ConcurrentHashMap<>();
    private volatile Snapshot snapshot;
    private volatile boolean closed;

    private record Snapshot(Map<String, Shard> byName, List<String> names) {

        static Snapshot of(Map<String, Shard> byName) {
            return new Snapshot(Collections.unmodifiableMap(byName), List.copyOf(byName.keySet()));
        }
    }

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
        settings.names().forEach(name -> made.put(name, shard(name, settings.of(name))));
        made.values().forEach(shard -> byTenant.put(shard.tenant(), shard));
        this.snapshot = Snapshot.of(made);
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

    private Shard shard(String name, Map<String, Object> shardSettings) {
        Duration timeout = AcquisitionTimeout.of(shardSettings, factory.poolPrefix(shardSettings), standardTimeout);
        PoolOpener opener = new PoolOpener(name, shardSettings, timeout, factory, this::prepare);
        int removed = removals.getOrDefault(name, 0);
        String tenant = removed == 0 ? name : name + ShardNames.TENANT_SEPARATOR + removed;
        return new Shard(name, tenant, shardSettings, timeout, opener, PoolFactory.mayJoinJta(shardSettings));
    }

    /**
     * Makes the small pool of a shard for ids; opens nothing. Its figures are its own.
     *
     * @param shard a shard of this registry
     * @return a pool that the caller has to close, or the shard itself if its pool is an object that cannot be made a second time
     */
    public Shard forIds(Shard shard) {
        if (IdPoolSettings.cannotBeMadeTwice(shard.settings())) {
            return shard;
        }
        Map<String, Object> small = IdPoolSettings.of(shard.settings(), factory.poolPrefix(shard.settings()));
        String name = shard.name() + "-ids";
        PoolOpener opener = new PoolOpener(name, small, shard.timeout(), factory, (unused, connection) -> {});
        return new Shard(name, shard.tenant(), small, shard.timeout(), opener, shard.mayJoinJta());
    }

    /**
     * Tells how long a caller waits for a connection if nothing else is set.
     *
     * @return the limit
     */
    public Duration standardTimeout() {
        return standardTimeout;
    }

    private void prepare(String shard, Connection connection) throws SQLException {
        products.check(shard, connection);
        answered.add(shard);
        for (FirstConnectionHook hook : hooks) {
            hook.prepare(shard, connection);
        }
    }

    /**
     * Has every shard's first connection prepared, also those of pools that are open already or just opening.
     *
     * @param hook what to do
     * @return the shards that had answered before and now do not, with the reason
     */
    public Map<String, SQLException> onFirstConnection(FirstConnectionHook hook) {
        // Whoever opens a pool adds to the second before it looks at the first, so no shard escapes both.
        hooks.add(hook);
        Map<String, SQLException> failures = new LinkedHashMap<>();
        for (Shard shard : all()) {
            if (answered.contains(shard.name())) {
                try {
                    prepareAgain(hook, shard);
                } catch (SQLException e) {
                    failures.put(shard.name(), e);
                }
            }
        }
        return failures;
    }

    private static void prepareAgain(FirstConnectionHook hook, Shard shard) throws SQLException {
        Connection connection = shard.acquire();
        try {
            hook.prepare(shard.name(), connection);
        } finally {
            shard.release(connection);
        }
    }

    /**
     * Opens pools side by side, those that are open excepted.
     *
     * @param shards shards of this registry
     * @return the shards that did not open within their acquisition time-outs, with the reason
     */
    public static Map<Shard, SQLException> openAll(Collection<Shard> shards) {
        return OpenAll.of(shards);
    }

    /**
     * Finds a shard with an open pool, the first in order unless that one is slow to answer. A shard that hangs does not keep the
     * caller from the next for longer than a second.
     *
     * @param shards shards of this registry
     * @param failures told of each shard that did not open
     * @return the shard, or null if none opens
     */
    public static @Nullable Shard firstOpen(Collection<Shard> shards, BiConsumer<Shard, SQLException> failures) {
        return FirstOpen.of(shards, failures);
    }

    /**
     * Adds up for each database server how many connections the pools of its shards keep and may have together, as their settings tell.
     *
     * @return one line, secrets masked
     */
    public String connectionsByServer() {
        ServerLoad load = new ServerLoad();
        for (Shard shard : all()) {
            Map<String, Object> its = shard.settings();
            load.add(shard.name(), its, PoolSize.of(its, factory.poolPrefix(its)));
        }
        return load.toString();
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
        return snapshot.byName().get(name);
    }

    /**
     * Gives all shards.
     *
     * @return a snapshot in order
     */
    public Collection<Shard> all() {
        return snapshot.byName().values();
    }

    /**
     * Gives the names of all shards.
     *
     * @return a snapshot in order
     */
    public List<String> names() {
        return snapshot.names();
    }

    /**
     * Finds the shard that a session belongs to. It may have been removed, and its name used again, since the session was opened.
     *
     * @param tenant the session's tenant identifier
     * @return the shard, perhaps a removed one with connections out, or null if there is none
     */
    public @Nullable Shard findByTenant(String tenant) {
        return byTenant.get(tenant);
    }

    /**
     * Adds a shard, after its pool has opened; it is visible whole or not at all.
     *
     * @param name a legal name that no shard has
     * @param own the shard's own settings: Hibernate's keys without a prefix
     * @throws SQLException if its pool does not open
     */
    public void add(String name, Map<String, ?> own) throws SQLException {
        Shard shard = shard(name, settings.ofAdded(own));
        try {
            shard.openNow();
        } catch (SQLException | RuntimeException e) {
            shard.close();
            throw e;
        }
        synchronized (this) {
            if (!closed && names().stream().noneMatch(name::equalsIgnoreCase)) {
                Map<String, Shard> grown = new LinkedHashMap<>(snapshot.byName());
                grown.put(name, shard);
                byTenant.put(shard.tenant(), shard);
                snapshot = Snapshot.of(grown);
                return;
            }
        }
        shard.close();
        throw new SQLException(closed ? "cannot be added: the factory is closed" : "exists already");
    }

    /**
     * Takes a shard out; from here on nobody finds it.
     *
     * @param name its name
     * @return the shard, whose pool is still open, or null if there was none
     */
    public synchronized @Nullable Shard take(String name) {
        Map<String, Shard> rest = new LinkedHashMap<>(snapshot.byName());
        Shard shard = rest.remove(name);
        if (shard != null) {
            snapshot = Snapshot.of(rest);
            removals.merge(name, 1, Integer::sum);
            byTenant.values().removeIf(old -> !rest.containsValue(old) && !old.isOpen() && old.active() == 0);
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
        return removals.containsKey(name) && !snapshot.byName().containsKey(name);
    }

    /** Closes all pools; goes on after a failure and throws the first at the end. Does nothing the second time. */
    public void close() {
        List<Shard> toClose;
        synchronized (this) {
            closed = true;
            toClose = new ArrayList<>(byTenant.values());
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
