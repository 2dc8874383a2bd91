package io.virgo.core;

import io.virgo.core.id.IdGenerators;
import io.virgo.core.settings.Problems;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IncrementGenerator;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.service.UnknownServiceException;

/** Finds what in a finished factory, its mapping above all, would mix shards. Runs once, before any schema work. */
final class FactoryCheck {

    static final String TENANT_FILTER = "_tenantId";

    private FactoryCheck() {}

    static void check(SessionFactoryImplementor factory, List<String> shards, IdGenerators ids) {
        Problems problems = new Problems();
        if (!(factory.getCurrentTenantIdentifierResolver() instanceof CurrentShardResolver)) {
            problems.add(
                    "hibernate.tenant_identifier_resolver",
                    "was replaced while the factory was built; remove the other resolver");
        }
        if (factory.getSessionFactoryOptions().isInitializeLazyStateOutsideTransactionsEnabled()) {
            problems.add(
                    "hibernate.enable_lazy_load_no_trans", "was switched on while the factory was built; remove it");
        }
        checkTenantId(factory, problems);
        factory.getMappingMetamodel().forEachEntityDescriptor(persister -> check(persister, problems));
        ids.check(shards, problems);
        SharedOptimizers.warn(factory);
        CacheKeysCheck keys = new CacheKeysCheck(factory, problems);
        factory.getMappingMetamodel().forEachEntityDescriptor(keys::check);
        factory.getMappingMetamodel().forEachCollectionDescriptor(keys::check);
        checkAbove(factory, problems);
        if (!problems.list().isEmpty()) {
            throw new VirgoConfigurationException(problems.list());
        }
    }

    private static void checkAbove(SessionFactoryImplementor factory, Problems problems) {
        MappingCheck above;
        try {
            above = factory.getServiceRegistry().getService(MappingCheck.class);
        } catch (UnknownServiceException nothingAbove) {
            return;
        }
        if (above != null) {
            above.check(factory, problems);
        }
    }

    private static void checkTenantId(SessionFactoryImplementor factory, Problems problems) {
        if (factory.getDefinedFilterNames().contains(TENANT_FILTER)) {
            JdbcMapping type = factory.getFilterDefinition(TENANT_FILTER).getParameterJdbcMapping("tenantId");
            if (type != null && type.getJavaTypeDescriptor().getJavaTypeClass() != String.class) {
                problems.add(
                        "@TenantId",
                        "gets the shard's name, so its attribute has to be a String and not a "
                                + type.getJavaTypeDescriptor()
                                        .getJavaTypeClass()
                                        .getSimpleName());
            }
        }
    }

    private static void check(EntityPersister persister, Problems problems) {
        if (persister.getGenerator() instanceof IncrementGenerator) {
            problems.add(
                    persister.getEntityName(),
                    "its id generator 'increment' counts for all shards together from the first shard's maximum; use a"
                            + " sequence or table generator");
        }
    }
}
