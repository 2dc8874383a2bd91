package io.virgo.jpa;

import io.virgo.core.MappingCheck;
import io.virgo.core.settings.VirgoSettings;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.guard.WriteMarks;
import io.virgo.jpa.rule.NewIds;
import io.virgo.jpa.rule.ShardRules;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.spi.ServiceContributor;

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
        ShardResolver resolver = ResolverSetting.read(
                builder.getSettings().get(VirgoSettings.SHARD_RESOLVER),
                builder.getBootstrapServiceRegistry().requireService(ClassLoaderService.class));
        ShardRules rules = new ShardRules(new ShardAnnotations(), ResolverSetting.face(resolver));
        ShardGuard guard = new ShardGuard(rules::shardOf);
        rules.origins(guard::originOf);
        builder.addService(ShardRules.class, rules);
        builder.addService(MappingCheck.class, rules::check);
        builder.addService(NewIds.class, new NewIds(rules));
        builder.addService(ShardGuard.class, guard);
        builder.addService(WriteMarks.class, new WriteMarks());
    }
}
