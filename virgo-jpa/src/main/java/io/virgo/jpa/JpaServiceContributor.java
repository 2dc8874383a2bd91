package io.virgo.jpa;

import io.virgo.core.MappingCheck;
import io.virgo.jpa.guard.EnhancedReference;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import io.virgo.jpa.rule.NewIds;
import io.virgo.jpa.rule.ShardRules;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.spi.EntityKey;
import org.hibernate.service.spi.ServiceContributor;
import org.jspecify.annotations.Nullable;

/**
 * Gives a factory what this module keeps for it: the rules, the guard, and the memory of who wrote. Found and called by
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
                ShardRules.class,
                (settings, registry) -> new ShardRules(
                        new ShardAnnotations(),
                        ResolverSetting.face(ResolverSetting.of(settings)),
                        JpaServiceContributor::idOfReference)));
        builder.addInitiator(new FactoryService<>(
                MappingCheck.class, (settings, registry) -> registry.requireService(ShardRules.class)::check));
        builder.addInitiator(new FactoryService<>(
                NewIds.class, (settings, registry) -> new NewIds(registry.requireService(ShardRules.class))));
        builder.addInitiator(new FactoryService<>(
                ShardGuard.class, (settings, registry) -> guard(registry.requireService(ShardRules.class))));
        builder.addService(WriteMarks.class, new WriteMarks());
    }

    private static ShardGuard guard(ShardRules rules) {
        ShardGuard guard = new ShardGuard(rules::shardOf);
        rules.origins(guard::originOf);
        return guard;
    }

    private static @Nullable Object idOfReference(Object instance) {
        EntityKey key = EnhancedReference.keyOf(instance);
        return key == null ? null : key.getIdentifier();
    }
}
