package io.virgo.core;

import io.virgo.core.id.IdConnections;
import io.virgo.core.id.IdGenerators;
import io.virgo.core.id.IdSettings;
import io.virgo.core.pool.SecretMask;
import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import io.virgo.core.routing.Routers;
import io.virgo.core.schema.HelperTables;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.SettingsReader;
import io.virgo.core.settings.ShardSettings;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.MultiTenancySettings;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.DatabaseConnectionInfo;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.service.UnknownUnwrapTypeException;
import org.hibernate.service.spi.Configurable;
import org.hibernate.service.spi.ServiceRegistryAwareService;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection provider that makes a factory sharded: set {@code hibernate.connection.provider_class} to this class, its name, or an
 * instance, and give each shard its settings under {@code virgo.shard.<name>.}. Sessions get connections of the shard that they were
 * opened for, whatever the thread's shard is later.
 *
 * <p>Made and called by Hibernate; an application uses {@link Shards} and {@link CurrentShard}. One instance serves one factory.
 * Thread-safe.
 *
 * @since 0.1
 */
public final class ShardConnectionProvider
        implements ConnectionProvider,
                MultiTenantConnectionProvider<Object>,
                ServiceRegistryAwareService,
                Configurable,
                Stoppable {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ShardConnectionProvider.class);

    private final transient HealthCheck health = new HealthCheck();
    private transient @Nullable ServiceRegistryImplementor services;
    private transient volatile @Nullable ShardRegistry registry;
    private transient volatile @Nullable KeyedConnections keyed;
    private transient volatile @Nullable Routers routers;
    private transient volatile @Nullable IdPools ids;
    private transient volatile @Nullable IdGenerators idGenerators;
    private transient @Nullable SessionFactoryImplementor factory;
    private transient boolean factoryChecked;

    /** Creates a provider; Hibernate configures it. */
    public ShardConnectionProvider() {}

    @Override
    public void injectServices(ServiceRegistryImplementor serviceRegistry) {
        this.services = serviceRegistry;
    }

    @Override
    public void configure(Map<String, Object> settings) {
        if (settings.get(MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER) != this) {
            throw new VirgoConfigurationException(List.of("hibernate.connection.provider_class: "
                    + ShardConnectionProvider.class.getName() + " was made without its service contributor; the file"
                    + " META-INF/services/org.hibernate.service.spi.ServiceContributor of virgo-core is missing from the"
                    + " class path, perhaps lost when jars were merged"));
        }
        refuseSecondFactory();
        ServiceRegistryImplementor own = services;
        if (own == null || !(own.getParentServiceRegistry() instanceof BootstrapServiceRegistry bootstrap)) {
            throw new IllegalStateException("configured outside of Hibernate's standard service registry");
        }
        Problems problems = new Problems();
        ShardSettings shardSettings = SettingsReader.read(settings, problems);
        Routers madeRouters = Routers.read(settings, new RouterAccess(this, shardSettings.names()), problems);
        if (!problems.list().isEmpty()) {
            throw new VirgoConfigurationException(problems.list());
        }
        routers = madeRouters;
        ShardRegistry made = new ShardRegistry(shardSettings, settings, bootstrap);
        registry = made;
        keyed = new KeyedConnections(made);
        if (shardSettings.strict()) {
            StrictStart.open(made);
        }
        StartLog.write(made);
    }

    void refuseSecondFactory() {
        if (registry != null) {
            throw new VirgoConfigurationException(List.of(
                    "hibernate.connection.provider_class: this instance serves another factory; give each its own"));
        }
    }

    /** Makes what the id generators need, before Hibernate makes them. */
    void prepareIds(StandardServiceRegistryBuilder builder, IdSettings settings) {
        IdPools pools = new IdPools(this::registry);
        IdGenerators generators = new IdGenerators(pools, settings);
        builder.addService(IdConnections.class, pools);
        builder.addService(IdGenerators.class, generators);
        ids = pools;
        idGenerators = generators;
    }

    @Override
    public void stop() {
        IdGenerators ending = idGenerators;
        if (ending != null && registry != null) {
            ending.release();
        }
        ShardRegistry open = registry;
        registry = null;
        health.stop();
        IdGenerators generators = idGenerators;
        if (generators != null) {
            generators.close();
        }
        IdPools pools = ids;
        try {
            if (pools != null) {
                pools.close();
            }
        } finally {
            if (open != null) {
                open.close();
            }
        }
    }

    /** Finds the provider of a factory; null if that is not sharded or not Hibernate's. */
    static @Nullable ShardConnectionProvider of(EntityManagerFactory factory) {
        SessionFactoryImplementor sessionFactory;
        try {
            sessionFactory = factory.unwrap(SessionFactoryImplementor.class);
        } catch (PersistenceException | ClassCastException notHibernate) {
            return null;
        }
        if (sessionFactory.isClosed()) {
            throw new IllegalStateException("the factory is closed");
        }
        Object service = sessionFactory.getServiceRegistry().getService(MultiTenantConnectionProvider.class);
        return service instanceof ShardConnectionProvider provider ? provider : null;
    }

    /** Gives the identifier of the shard's sessions; an unknown shard keeps its name, to be refused when a session is used. */
    String tenantOf(String name) {
        ShardRegistry open = registry;
        Shard shard = open == null ? null : open.find(name);
        return shard == null ? name : shard.tenant();
    }

    /** Null before the provider is configured and after it was stopped. */
    @Nullable
    ShardRegistry openRegistry() {
        return registry;
    }

    ShardRegistry registry() {
        ShardRegistry open = registry;
        if (open == null) {
            throw new IllegalStateException("the sharded factory is closed");
        }
        return open;
    }

    Routers routers() {
        registry();
        return Objects.requireNonNull(routers);
    }

    IdPools ids() {
        return Objects.requireNonNull(ids);
    }

    IdGenerators idGenerators() {
        return Objects.requireNonNull(idGenerators);
    }

    HealthCheck health() {
        return health;
    }

    void attach(SessionFactoryImplementor served) {
        factory = served;
        factoryChecked = false;
    }

    /** Does nothing while there is no factory, as when only a schema is made. */
    void checkFactory() {
        SessionFactoryImplementor served = factory;
        if (served != null && !factoryChecked) {
            FactoryCheck.check(served, registry().names(), idGenerators());
            factoryChecked = true;
        }
    }

    void started() {
        checkFactory();
        startIds();
        registry()
                .onFirstConnection(HelperTables.of(factory()))
                .forEach((shard, failure) -> LOG.warn(
                        "Shard '{}' does not answer any more ({}); HQL that changes several tables may lack its helper tables"
                                + " there until the factory is opened anew",
                        shard,
                        SecretMask.text(String.valueOf(failure.getMessage()))));
    }

    private void startIds() {
        try {
            idGenerators().start();
        } catch (IdentifierGenerationException e) {
            throw new VirgoConfigurationException(List.of("virgo.ids.node: " + e.getMessage()));
        }
    }

    SessionFactoryImplementor factory() {
        return Objects.requireNonNull(factory, "there is no factory");
    }

    KeyedConnections keyed() {
        registry();
        return Objects.requireNonNull(keyed);
    }

    @Override
    public Connection getConnection(Object tenantIdentifier) throws SQLException {
        String name = String.valueOf(tenantIdentifier);
        ShardRegistry open = registry();
        if (name.equals(CurrentShardResolver.NONE)) {
            return NoShardConnection.create(open::names);
        }
        return Acquisition.ofTenant(open, name);
    }

    @Override
    public void releaseConnection(Object tenantIdentifier, Connection connection) throws SQLException {
        if (NoShardConnection.is(connection)) {
            return;
        }
        ShardRegistry open = registry;
        Shard origin = open == null ? null : open.findByTenant(String.valueOf(tenantIdentifier));
        if (origin == null) {
            connection.close();
        } else {
            origin.release(connection);
        }
    }

    @Override
    public Connection getAnyConnection() throws SQLException {
        return keyed().any();
    }

    @Override
    public void releaseAnyConnection(Connection connection) throws SQLException {
        closeConnection(connection);
    }

    /**
     * Gives a connection of the thread's current shard, for those who take the provider as an ordinary one.
     *
     * @return the connection, to be given to {@link #closeConnection}
     * @throws NoCurrentShardException if the thread has no shard
     */
    @Override
    public Connection getConnection() throws SQLException {
        return keyed().of(CurrentShard.require());
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        KeyedConnections connections = keyed;
        if (connections == null) {
            connection.close();
        } else {
            connections.release(connection);
        }
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    @Override
    public boolean handlesConnectionSchema() {
        return false;
    }

    @Override
    public boolean handlesConnectionReadOnly() {
        return false;
    }

    @Override
    public DatabaseConnectionInfo getDatabaseConnectionInfo(Dialect dialect) {
        return MultiTenantConnectionProvider.super.getDatabaseConnectionInfo(dialect);
    }

    @Override
    public boolean isUnwrappableAs(Class<?> unwrapType) {
        return unwrapType.isInstance(this) || unwrapType == DataSource.class;
    }

    @Override
    public <T> T unwrap(Class<T> unwrapType) {
        if (unwrapType.isInstance(this)) {
            return unwrapType.cast(this);
        }
        if (unwrapType == DataSource.class) {
            return unwrapType.cast(new ShardDataSource(this, null));
        }
        throw new UnknownUnwrapTypeException(unwrapType);
    }
}
