package io.virgo.jpa;

import io.virgo.core.settings.VirgoSettings;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.spi.ServiceContributor;

/**
 * Gives a factory what this module keeps for it: the application's resolver, the guard, and the memory of who wrote. Found and called by
 * Hibernate; not for applications.
 *
 * @since 0.1
 */
public final class JpaServiceContributor implements ServiceContributor {

    /** Creates the contributor; called by Hibernate. */
    public JpaServiceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        ShardResolver resolver = ResolverSetting.read(
                builder.getSettings().get(VirgoSettings.SHARD_RESOLVER),
                builder.getBootstrapServiceRegistry().requireService(ClassLoaderService.class));
        builder.addService(ResolverService.class, new ResolverService(resolver));
        builder.addService(ShardGuard.class, new ShardGuard(resolver::shardOf));
        builder.addService(WriteMarks.class, new WriteMarks());
    }
}
