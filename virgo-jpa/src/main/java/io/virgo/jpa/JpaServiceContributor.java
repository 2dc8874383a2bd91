package io.virgo.jpa;

import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
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
        // Not made here: whether the settings can work is told later, together with all else that is wrong with them.
        builder.addInitiator(new FactoryService<>(
                ResolverService.class, (settings, registry) -> new ResolverService(ResolverSetting.of(settings))));
        builder.addInitiator(new FactoryService<>(
                ShardGuard.class,
                (settings, registry) -> new ShardGuard(
                        registry.requireService(ResolverService.class).resolver()::shardOf)));
        builder.addService(WriteMarks.class, new WriteMarks());
    }
}
