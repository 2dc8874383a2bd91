package io.virgo.jpa;

import io.virgo.jpa.guard.EnhancedReference;
import io.virgo.jpa.guard.ShardGuard;
import org.hibernate.engine.spi.EntityKey;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.graph.spi.RootGraphImplementor;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** Finds the shard of entities and ids of one factory, without loading anything: by the application's rule, then by origin. Thread-safe. */
final class EntityShards {

    private final SessionFactoryImplementor factory;
    private final ShardResolver resolver;
    private final ShardGuard guard;

    EntityShards(SessionFactoryImplementor factory) {
        this.factory = factory;
        this.resolver = factory.getServiceRegistry()
                .requireService(ResolverService.class)
                .resolver();
        this.guard = factory.getServiceRegistry().requireService(ShardGuard.class);
    }

    @Nullable
    String find(Object entity) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(entity);
        EntityKey key = lazy == null ? EnhancedReference.keyOf(entity) : null;
        String byRule;
        if (key != null) {
            byRule = resolver.shardOf(entity.getClass(), key.getIdentifier());
        } else if (lazy == null) {
            byRule = resolver.shardOf(entity);
        } else if (lazy.isUninitialized()) {
            byRule = resolver.shardOf(lazy.getPersistentClass(), lazy.getInternalIdentifier());
        } else {
            byRule = resolver.shardOf(lazy.getImplementation());
        }
        return byRule == null ? guard.originOf(entity) : byRule;
    }

    @Nullable
    String find(Class<?> type, Object id) {
        return resolver.shardOf(type, id);
    }

    /** Gives the entity class that the first argument of a loading method means. */
    Class<?> type(Object type) {
        if (type instanceof Class<?> entityClass) {
            return entityClass;
        }
        if (type instanceof String entityName) {
            return factory.getMappingMetamodel().getEntityDescriptor(entityName).getMappedClass();
        }
        if (type instanceof RootGraphImplementor<?> graph) {
            return graph.getGraphedType().getJavaType();
        }
        return type.getClass();
    }
}
