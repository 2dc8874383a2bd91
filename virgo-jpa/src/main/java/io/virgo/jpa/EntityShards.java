package io.virgo.jpa;

import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.VirgoException;
import io.virgo.core.WrongShardException;
import io.virgo.jpa.guard.ShardGuard;
import io.virgo.jpa.rule.NewIds;
import io.virgo.jpa.rule.ShardRules;
import java.util.List;
import java.util.Objects;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.graph.spi.RootGraphImplementor;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.hibernate.query.sql.spi.NamedNativeQueryMemento;
import org.jspecify.annotations.Nullable;

/** Finds the shard of entities and ids of one factory, without loading anything: by rule, then by origin. Thread-safe. */
final class EntityShards {

    private final SessionFactoryImplementor factory;
    private final ShardRules rules;
    private final NewIds ids;
    private final ShardGuard guard;

    EntityShards(SessionFactoryImplementor factory) {
        this.factory = factory;
        this.rules = factory.getServiceRegistry().requireService(ShardRules.class);
        this.ids = factory.getServiceRegistry().requireService(NewIds.class);
        this.guard = factory.getServiceRegistry().requireService(ShardGuard.class);
    }

    @Nullable
    String find(Object entity) {
        return rules.find(entity);
    }

    /**
     * Selects the shard of an entity that is stored if it is new. Makes its id if that decides and there is none yet; the session serves
     * for that only.
     */
    @Nullable
    String select(Object entity, SharedSessionContractImplementor session) {
        if (HibernateProxy.extractLazyInitializer(entity) != null || guard.originOf(entity) != null) {
            return find(entity);
        }
        String selected = ids.select(entity, session);
        return selected == null ? find(entity) : selected;
    }

    /** The same for merge, where nothing but a missing id tells that the entity is new. */
    @Nullable
    String selectUnlessStored(Object entity, SharedSessionContractImplementor session) {
        String known = find(entity);
        return known == null ? select(entity, session) : known;
    }

    @Nullable
    String find(Class<?> type, Object id) {
        return rules.shardOf(type, id);
    }

    /** Finds the one shard of several ids. */
    @Nullable
    String find(Class<?> type, List<?> all) {
        String first = find(type, Objects.requireNonNull(all.get(0)));
        for (Object id : all) {
            String shard = find(type, id);
            if (!Objects.equals(first, shard)) {
                throw new WrongShardException(
                        "refused to load ids of several shards of " + type.getName() + " in one call",
                        String.valueOf(first),
                        String.valueOf(shard));
            }
        }
        return first;
    }

    boolean isReference(Class<?> type) {
        return rules.isReference(type);
    }

    boolean asksEveryShard(Class<?> type) {
        return rules.asksEveryShard(type);
    }

    /** The error for a call whose shard nothing tells. */
    VirgoException unresolved(@Nullable Object entity, Class<?> type, List<String> known) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(entity);
        Class<?> entityType = lazy == null ? type : lazy.getPersistentClass();
        ShardNotResolvedException byRule = rules.unresolved(lazy == null ? entity : null, entityType);
        return byRule == null ? new NoCurrentShardException("this call with a " + entityType.getName(), known) : byRule;
    }

    /** The error for a question that nothing answers. */
    ShardNotResolvedException unanswered(@Nullable Object entity, Class<?> type, List<String> known) {
        return unresolved(entity, type, known) instanceof ShardNotResolvedException byRule
                ? byRule
                : new ShardNotResolvedException((entity == null ? "this id of " : "this ") + type.getName(), known);
    }

    SessionFactoryImplementor factory() {
        return factory;
    }

    /** Gives the SQL of a named query; null if it is in HQL, or if there is no such query. */
    @Nullable
    String sqlOf(@Nullable String queryName) {
        NamedNativeQueryMemento<?> query = queryName == null
                ? null
                : factory.getQueryEngine().getNamedObjectRepository().getNativeQueryMemento(queryName);
        return query == null ? null : query.getSqlString();
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
