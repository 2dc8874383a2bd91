package io.virgo.core;

import io.virgo.core.id.GlobalSequenceGenerator;
import io.virgo.core.pool.Shard;
import io.virgo.core.routing.Routers;
import io.virgo.core.settings.ShardNames;
import io.virgo.core.settings.ShardSettings;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.hibernate.generator.Generator;

/**
 * The shards of one factory: their names and connections, adding and removing at run time, figures, health, and eviction from the
 * second-level cache. Thread-safe; lives as long as the factory.
 *
 * @since 0.1
 */
public final class Shards {

    private final ShardConnectionProvider provider;

    private Shards(ShardConnectionProvider provider) {
        this.provider = provider;
    }

    /**
     * Gives the shards of a factory.
     *
     * @param factory a factory whose connection provider is {@link ShardConnectionProvider}; a framework's proxy will do
     * @return its shards
     * @throws IllegalArgumentException if the factory is not sharded
     * @throws IllegalStateException if the factory is closed
     */
    public static Shards of(EntityManagerFactory factory) {
        return find(factory)
                .orElseThrow(() -> new IllegalArgumentException("the factory is not sharded; set "
                        + "hibernate.connection.provider_class to " + ShardConnectionProvider.class.getName()));
    }

    /**
     * Gives the shards of a factory, if it has any.
     *
     * @param factory any factory; a framework's proxy will do
     * @return its shards, or empty if the factory is not sharded or not Hibernate's
     * @throws IllegalStateException if the factory is closed
     */
    public static Optional<Shards> find(EntityManagerFactory factory) {
        ShardConnectionProvider provider = ShardConnectionProvider.of(factory);
        return provider == null ? Optional.empty() : Optional.of(new Shards(provider));
    }

    /**
     * Gives the names of all shards.
     *
     * @return a snapshot, in the configured order; shards added at run time come last
     */
    public List<String> names() {
        return provider.registry().names();
    }

    /**
     * Tells whether there is a shard of a name.
     *
     * @param shard the name
     * @return true if there is one at this moment
     */
    public boolean contains(String shard) {
        return provider.registry().find(shard) != null;
    }

    /**
     * Gives the routers that the settings name.
     *
     * @return the routers by name
     */
    public Routers routers() {
        return provider.routers();
    }

    /**
     * Gives the identifier under which Hibernate knows a shard, for those who open sessions by {@code SessionBuilder.tenantIdentifier}
     * or the property {@code org.hibernate.tenantId}. It is the shard's name, unless a removed shard had the name before.
     *
     * @param shard the shard's name
     * @return the tenant identifier
     * @throws UnknownShardException if there is no such shard
     */
    public String tenantIdentifier(String shard) {
        return Acquisition.shard(provider.registry(), shard).tenant();
    }

    /**
     * Gives one shard's connections for JDBC code. They do not take part in a session's transaction.
     *
     * @param shard the shard's name
     * @return a data source on the shard's pool; its connections are in auto-commit mode
     * @throws UnknownShardException if there is no such shard
     */
    public DataSource dataSource(String shard) {
        Acquisition.shard(provider.registry(), shard);
        return new ShardDataSource(provider, shard);
    }

    /**
     * Tells whether a shard's connections can take part in JTA transactions, as far as its settings show. Only those of a
     * {@code DataSource} that the application or its container made can, and only if that knows the transaction manager.
     *
     * @param shard the shard's name
     * @return false if they never do, as with c3p0, HikariCP, Agroal as Hibernate makes it, and Hibernate's built-in pool
     * @throws UnknownShardException if there is no such shard
     */
    public boolean mayJoinJta(String shard) {
        return Acquisition.shard(provider.registry(), shard).mayJoinJta();
    }

    /**
     * Adds a shard. Its pool is opened first; when this returns, all threads see the shard. Schema tools are not run on it.
     *
     * @param shard a legal name that no shard has, not even in other case
     * @param settings the shard's own settings: Hibernate's keys without a prefix; DEFAULT and the unprefixed keys apply too
     * @throws IllegalArgumentException if the name or the settings cannot be used; nothing changes then
     * @throws ShardUnavailableException if the pool does not open; nothing changes then
     */
    public void add(String shard, Map<String, ?> settings) {
        String problem = ShardNames.problem(shard);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        for (String name : names()) {
            if (name.equalsIgnoreCase(shard)) {
                throw new IllegalArgumentException(
                        "shard '" + name + "' exists; remove it first or take another name than '" + shard + "'");
            }
        }
        for (String key : settings.keySet()) {
            if (!key.startsWith("hibernate.") && !key.startsWith("jakarta.persistence.")) {
                throw new IllegalArgumentException(
                        "'" + key + "' is no key for a shard that is added: give Hibernate's own keys,"
                                + " such as hibernate.connection.url, without a prefix");
            }
        }
        if (provider.registry().wasRemoved(shard)
                && provider.factory().getDefinedFilterNames().contains(FactoryCheck.TENANT_FILTER)) {
            throw new IllegalArgumentException(
                    "shard '" + shard + "' was removed, and rows with a @TenantId would not be"
                            + " found under its name again; take another name");
        }
        if (settings.keySet().stream().noneMatch(ShardSettings::saysWhere)) {
            throw new IllegalArgumentException("hibernate.connection.url is missing; shard '" + shard
                    + "' needs a URL or a data source of its own");
        }
        try {
            provider.registry().add(shard, settings);
        } catch (SQLException e) {
            throw new ShardUnavailableException(shard, e);
        }
    }

    /**
     * Removes a shard. From the first moment no connection of it is given out any more; work that holds one may finish. When this
     * returns, the shard's pool is closed. Another database may get the name later: sessions, cached entries and blocks of ids of the
     * removed one never meet it.
     *
     * @param shard the shard's name
     * @param grace how long to wait at most for connections that are out; zero closes at once
     * @return true if all connections were back before the pool closed; false if some were cut off
     * @throws UnknownShardException if there is no such shard
     */
    public boolean remove(String shard, Duration grace) {
        Shard taken = provider.registry().take(shard);
        if (taken == null) {
            throw new UnknownShardException(shard, names(), provider.registry().wasRemoved(shard));
        }
        provider.idGenerators().forget(shard, taken.tenant());
        provider.ids().forget(taken);
        int left = taken.remove(grace);
        // Once more, for what a session asked for while it was let finish.
        provider.idGenerators().forget(shard, taken.tenant());
        FactoryState.forget(provider.factory(), taken.tenant());
        return left == 0;
    }

    /**
     * Tells what a shard's connections did so far.
     *
     * @param shard the shard's name
     * @return the figures of this moment
     * @throws UnknownShardException if there is no such shard
     */
    public PoolFigures figures(String shard) {
        return figures(Acquisition.shard(provider.registry(), shard));
    }

    /**
     * Tells what all shards' connections did so far.
     *
     * @return the figures of this moment, in the order of {@link #names()}
     */
    public List<PoolFigures> figures() {
        return provider.registry().all().stream().map(Shards::figures).toList();
    }

    /**
     * Tells what the connections for ids did so far. They come from a small pool beside the shard's own and are not in the figures of
     * that one.
     *
     * @param shard the shard's name
     * @return the figures of this moment; zeros while no id generator has needed the shard, or if its pool serves both
     * @throws UnknownShardException if there is no such shard
     */
    public PoolFigures idFigures(String shard) {
        Shard pool = provider.ids().find(Acquisition.shard(provider.registry(), shard));
        return pool == null ? new PoolFigures(shard, false, false, 0, 0, 0, 0) : figures(shard, pool);
    }

    private static PoolFigures figures(Shard shard) {
        return figures(shard.name(), shard);
    }

    private static PoolFigures figures(String name, Shard pool) {
        return new PoolFigures(
                name, pool.isOpen(), pool.isSuspect(), pool.active(), pool.waiting(), pool.acquired(), pool.failed());
    }

    /**
     * Asks all shards, side by side, whether they answer. Opens pools that are not open. Does not touch the thread's current shard.
     *
     * @param timeout how long to wait at most for all of them
     * @return an answer for each shard, in the order of {@link #names()}
     */
    public List<ShardHealth> health(Duration timeout) {
        return provider.health().check(provider.registry().all(), timeout);
    }

    /**
     * Asks one shard whether it answers.
     *
     * @param shard the shard's name
     * @param timeout how long to wait at most
     * @return the answer
     * @throws UnknownShardException if there is no such shard
     */
    public ShardHealth health(String shard, Duration timeout) {
        return provider.health()
                .check(List.of(Acquisition.shard(provider.registry(), shard)), timeout)
                .get(0);
    }

    /**
     * Keeps ids of an entity with {@code @GlobalSequence} from ever being generated, for rows that get their ids by hand, as an import
     * does. Call it before the rows are written.
     *
     * @param type the entity class
     * @param last the greatest id that is wanted
     * @return the first free id: those from it to the last are the caller's alone. Lower ones were given out, or fetched by some node,
     *     and must not be used. If it is greater than the last, there are none; ask for a greater last one
     * @throws IllegalArgumentException if the entity has no {@code @GlobalSequence}, or the id does not fit it
     * @throws jakarta.persistence.PersistenceException if the shard with the sequence does not answer; it may be called again
     */
    public long reserveIds(Class<?> type, long last) {
        Generator generator = provider.factory()
                .getMappingMetamodel()
                .getEntityDescriptor(type)
                .getGenerator();
        if (generator instanceof GlobalSequenceGenerator sequence) {
            return sequence.reserveUpTo(last);
        }
        throw new IllegalArgumentException(type.getName() + " has no @GlobalSequence; its ids cannot be reserved");
    }

    /**
     * Removes one entity of one shard from the second-level cache. Hibernate's own {@code Cache.evict(type, id)} finds nothing in a
     * sharded factory, since cached entries carry their shard.
     *
     * @param shard the shard's name
     * @param type the entity class
     * @param id the entity's identifier
     * @throws UnknownShardException if there is no such shard
     */
    public void evict(String shard, Class<?> type, Object id) {
        FactoryState.evict(provider.factory(), tenantIdentifier(shard), type, id);
    }

    /**
     * Removes one collection of one shard from the second-level cache.
     *
     * @param shard the shard's name
     * @param owner the entity class that owns the collection
     * @param collection the name of the attribute
     * @param ownerId the owner's identifier
     * @throws UnknownShardException if there is no such shard
     */
    public void evictCollection(String shard, Class<?> owner, String collection, Object ownerId) {
        FactoryState.evictCollection(
                provider.factory(), tenantIdentifier(shard), owner.getName() + "." + collection, ownerId);
    }
}
