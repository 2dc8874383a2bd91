package io.virgo.core;

import io.virgo.core.id.IdSettings;
import io.virgo.core.pool.ShardRegistry;
import io.virgo.core.routing.Routers;
import io.virgo.core.schema.ShardSchemaTool;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.SettingsCheck;
import io.virgo.core.settings.SettingsReader;
import io.virgo.core.settings.ShardSettings;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.cfg.MultiTenancySettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.spi.ServiceContributor;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a factory's connection provider is {@link ShardConnectionProvider} and sets what belongs to it, so that an application sets
 * one thing only. Found and called by Hibernate; not for applications.
 *
 * @since 0.1
 */
public final class ShardServiceContributor implements ServiceContributor {

    /** Creates the contributor; called by Hibernate. */
    public ShardServiceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        Map<String, Object> settings = builder.getSettings();
        ShardConnectionProvider provider = provider(settings.get(JdbcSettings.CONNECTION_PROVIDER));
        if (provider == null) {
            return;
        }
        // Before Hibernate gets hold of it: what it stops after a failed start would be the other factory's.
        provider.refuseSecondFactory();
        IdSettings ids = refuseWhatCannotWork(
                settings, builder.getBootstrapServiceRegistry().requireService(ClassLoaderService.class));
        Object usersTool = settings.get(SchemaToolingSettings.SCHEMA_MANAGEMENT_TOOL);
        builder.applySetting(MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER, provider);
        // Hibernate stops only a ConnectionProvider when a start fails or only a schema is made; and third parties ask
        // for one.
        builder.addService(ConnectionProvider.class, provider);
        provider.prepareIds(builder, ids);
        builder.applySetting(MultiTenancySettings.MULTI_TENANT_IDENTIFIER_RESOLVER, new CurrentShardResolver(provider));
        builder.applySetting(
                SchemaToolingSettings.SCHEMA_MANAGEMENT_TOOL,
                ShardSchemaTool.create(provider::registry, provider::idGenerators, provider::checkFactory, usersTool));
        builder.applySetting(
                MappingSettings.PREFERRED_POOLED_OPTIMIZER,
                SharedOptimizers.preferred(settings.get(MappingSettings.PREFERRED_POOLED_OPTIMIZER)));
    }

    private static @Nullable ShardConnectionProvider provider(@Nullable Object setting) {
        if (setting instanceof ShardConnectionProvider instance) {
            return instance;
        }
        boolean named = setting == ShardConnectionProvider.class
                || (setting instanceof String name && name.strip().equals(ShardConnectionProvider.class.getName()));
        return named ? new ShardConnectionProvider() : null;
    }

    private static IdSettings refuseWhatCannotWork(Map<String, Object> settings, ClassLoaderService classes) {
        Problems problems = new Problems();
        ShardSettings shards = SettingsReader.read(new HashMap<>(settings), problems);
        Routers.read(settings, new RouterAccess(null, shards.names()), problems);
        ShardRegistry.check(settings, problems);
        IdSettings ids = IdSettings.read(settings, shards.names(), problems);
        FactorySettingsCheck.check(settings, problems);
        classes.loadJavaServices(SettingsCheck.class).forEach(check -> check.check(settings, classes, problems));
        if (!problems.list().isEmpty()) {
            throw new VirgoConfigurationException(problems.list());
        }
        return ids;
    }
}
