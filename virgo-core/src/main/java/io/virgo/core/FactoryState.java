package io.virgo.core;

import io.virgo.core.id.ShardOptimizer;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;

/** Drops what a factory remembers of a shard: cached entries and fetched blocks of numbers. */
final class FactoryState {

    private FactoryState() {}

    static void evict(SessionFactoryImplementor factory, String tenant, Class<?> type, Object id) {
        EntityPersister persister = factory.getMappingMetamodel()
                .getEntityDescriptor(type)
                .getRootEntityDescriptor()
                .getEntityPersister();
        EntityDataAccess cache = persister.getCacheAccessStrategy();
        if (cache != null) {
            cache.evict(cache.generateCacheKey(id, persister, factory, tenant));
        }
    }

    static void evictCollection(SessionFactoryImplementor factory, String tenant, String role, Object ownerId) {
        CollectionPersister persister = factory.getMappingMetamodel().getCollectionDescriptor(role);
        CollectionDataAccess cache = persister.getCacheAccessStrategy();
        if (cache != null) {
            cache.evict(cache.generateCacheKey(ownerId, persister, factory, tenant));
        }
    }

    /** Frees memory only: a database that gets the name later has another tenant identifier. */
    static void forget(SessionFactoryImplementor factory, String tenant) {
        factory.getMappingMetamodel().forEachEntityDescriptor(persister -> {
            if (SharedOptimizers.of(persister.getGenerator()) instanceof ShardOptimizer optimizer) {
                optimizer.forget(tenant);
            }
        });
    }
}
