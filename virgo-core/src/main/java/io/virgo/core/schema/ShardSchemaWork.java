package io.virgo.core.schema;

import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import io.virgo.core.pool.UnlistedBootstrap;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.hibernate.tool.schema.spi.SchemaManagementTool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does schema work on one shard after the other, each in a short-lived registry of its own: the catalog, the schema and the metadata
 * that Hibernate's tool looks at are the shard's. All shards are tried; what failed is told together.
 */
final class ShardSchemaWork {

    private static final Logger LOG = LoggerFactory.getLogger(ShardSchemaWork.class);

    private static final Set<String> OF_THE_FACTORY = Set.of(
            "hibernate.connection.provider_class",
            "hibernate.connection.datasource",
            "jakarta.persistence.jtaDataSource",
            "jakarta.persistence.nonJtaDataSource",
            "hibernate.multi_tenant_connection_provider",
            "hibernate.tenant_identifier_resolver",
            "hibernate.schema_management_tool");

    /** Work on one shard, which tells of each command that the database refuses. */
    interface OnShard {

        void run(Shard shard, SchemaManagementTool tool, Runnable refused) throws Throwable;
    }

    private final ShardRegistry shards;
    private final ServiceRegistryImplementor services;
    private final @Nullable Object usersTool;

    ShardSchemaWork(ShardRegistry shards, ServiceRegistryImplementor services, @Nullable Object usersTool) {
        this.shards = shards;
        this.services = services;
        this.usersTool = usersTool;
    }

    void onEach(OnShard work) {
        SchemaReport report = new SchemaReport();
        Collection<Shard> all = shards.all();
        Map<Shard, SQLException> unavailable = ShardRegistry.openAll(all);
        for (Shard shard : all) {
            SQLException failure = unavailable.get(shard);
            if (failure != null) {
                unavailable(shard.name(), failure, report);
                continue;
            }
            AtomicInteger refused = new AtomicInteger();
            try {
                onOne(shard, work, refused::incrementAndGet);
                report.finished(shard.name(), refused.get());
            } catch (Throwable e) {
                report.failed(shard.name(), new SchemaManagementException(named(shard.name(), e.getMessage()), e));
            }
        }
        report.close();
    }

    private void unavailable(String shard, SQLException e, SchemaReport report) {
        if (shards.strict()) {
            report.unavailable(shard, new SchemaManagementException("shard '" + shard + "' " + e.getMessage(), e));
        } else {
            report.unavailable(shard, null);
            LOG.warn(
                    "Shard '{}' {}; its schema was neither changed nor checked. Run emf.getSchemaManager() when it is back,"
                            + " or set virgo.start=strict to have such a start fail",
                    shard,
                    e.getMessage());
        }
    }

    private static String named(String shard, @Nullable String message) {
        String prefix = "shard '" + shard + "': ";
        String text = String.valueOf(message);
        return text.startsWith(prefix) ? text : prefix + text;
    }

    private void onOne(Shard shard, OnShard work, Runnable refused) throws Throwable {
        StandardServiceRegistry registry = registryOf(shard);
        try {
            work.run(shard, registry.requireService(SchemaManagementTool.class), refused);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private StandardServiceRegistry registryOf(Shard shard) {
        BootstrapServiceRegistry bootstrap =
                (BootstrapServiceRegistry) java.util.Objects.requireNonNull(services.getParentServiceRegistry());
        Map<String, Object> settings = new HashMap<>(
                services.requireService(ConfigurationService.class).getSettings());
        settings.keySet().removeAll(OF_THE_FACTORY);
        settings.keySet().removeIf(key -> key.startsWith("virgo.") || key.startsWith("hibernate.cache."));
        settings.putAll(shard.settings());
        settings.remove("hibernate.connection.provider_class");
        if (usersTool != null) {
            settings.put("hibernate.schema_management_tool", usersTool);
        }
        StandardServiceRegistryBuilder builder = new StandardServiceRegistryBuilder(UnlistedBootstrap.of(bootstrap));
        builder.getSettings().clear();
        builder.applySettings(settings);
        builder.addService(ConnectionProvider.class, new ShardConnections(shard));
        return builder.build();
    }
}
