package io.virgo.core;

import io.virgo.core.settings.Problems;
import org.hibernate.cache.spi.access.CachedDomainDataAccess;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.support.AbstractDomainDataRegion;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds caches whose keys leave the shard out, by making the keys of a sample id for two shards. A region factory need not heed Hibernate's
 * settings on keys, so only its keys tell.
 */
final class CacheKeysCheck {

    private static final String ONE = "a";
    private static final String OTHER = "b";

    private final SessionFactoryImplementor factory;
    private final Problems problems;

    CacheKeysCheck(SessionFactoryImplementor factory, Problems problems) {
        this.factory = factory;
        this.problems = problems;
    }

    void check(EntityPersister persister) {
        Object id = SampleIds.of(persister.getIdentifierType());
        EntityDataAccess entities = persister.getCacheAccessStrategy();
        if (id == null) {
            return;
        }
        if (entities != null
                && same(
                        entities.generateCacheKey(id, persister, factory, ONE),
                        entities.generateCacheKey(id, persister, factory, OTHER))) {
            refuse(persister.getEntityName(), "row");
        } else if (persister.hasNaturalIdCache() && same(persister.getNaturalIdCacheAccessStrategy(), id, persister)) {
            refuse(persister.getEntityName(), "natural id");
        }
    }

    /** Keys of natural ids need a session, which there is none of yet; but a region makes all its keys in one way. */
    private boolean same(@Nullable CachedDomainDataAccess naturalIds, Object id, EntityPersister persister) {
        return naturalIds != null
                && naturalIds.getRegion() instanceof AbstractDomainDataRegion region
                && same(
                        region.getEffectiveKeysFactory().createEntityKey(id, persister, factory, ONE),
                        region.getEffectiveKeysFactory().createEntityKey(id, persister, factory, OTHER));
    }

    void check(CollectionPersister persister) {
        CollectionDataAccess collections = persister.getCacheAccessStrategy();
        Object id = collections == null
                ? null
                : SampleIds.of(persister.getOwnerEntityPersister().getIdentifierType());
        if (id != null
                && same(
                        collections.generateCacheKey(id, persister, factory, ONE),
                        collections.generateCacheKey(id, persister, factory, OTHER))) {
            refuse(persister.getRole(), "collection");
        }
    }

    private static boolean same(Object key, Object otherKey) {
        return key.equals(otherKey);
    }

    private void refuse(String cached, String what) {
        problems.add(
                cached,
                "its cache keys leave the shard out, so one shard would be answered with another's " + what
                        + "; remove hibernate.cache.keys_factory or the region factory that does this");
    }
}
