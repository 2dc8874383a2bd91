package io.virgo.jpa;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.core.UnknownShardException;
import io.virgo.core.WrongShardException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FindOption;
import jakarta.persistence.TypedQueryReference;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The shard methods of a sharded entity manager, and the choice of the session that a call goes to. Byte Buddy generates the forwarding
 * on top of this; {@link MethodRoute} says which of the {@code to…} methods a method of JPA or Hibernate asks.
 */
abstract class ShardedManager implements ShardedEntityManager {

    final SessionSource source;
    private final EntityShards rules;

    ShardedManager(SessionSource source, EntityShards rules) {
        this.source = source;
        this.rules = rules;
    }

    @Override
    public final boolean isSharded() {
        return true;
    }

    @Override
    public final List<String> getShards() {
        return source.shards().names();
    }

    @Override
    public final @Nullable String getCurrentShard() {
        return source.current(source.siblings());
    }

    @Override
    public final void setCurrentShard(@Nullable String shard) {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            throw new IllegalStateException(
                    "this shared entity manager has no transaction, so no session of its own to choose shard '" + shard
                            + "' for; begin one first, or use CurrentShard.open(shard)");
        }
        siblings.current(shard);
    }

    @Override
    public final String resolveShard(Object entity) {
        Objects.requireNonNull(entity, "entity");
        String shard = rules.find(entity);
        if (shard == null) {
            throw rules.unanswered(entity, entity.getClass(), getShards());
        }
        return known(shard);
    }

    @Override
    public final String resolveShard(Class<?> type, Object id) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(id, "id");
        String shard = rules.find(type, id);
        if (shard == null && rules.asksEveryShard(type)) {
            shard = everyShard().having(rules.factory(), type, id);
        }
        if (shard == null) {
            throw rules.unanswered(null, type, getShards());
        }
        return known(shard);
    }

    private String known(String shard) {
        if (!getShards().contains(shard)) {
            throw new UnknownShardException(shard, getShards());
        }
        return shard;
    }

    @Override
    @SuppressWarnings("try") // the scope is open while the action runs
    public final <R extends @Nullable Object> R onShard(String shard, Function<EntityManager, R> action) {
        Objects.requireNonNull(action, "action");
        // A name that a caller has not got is as unknown as a wrong one.
        String known = known(String.valueOf(shard));
        Siblings siblings = source.siblings();
        if (siblings == null) {
            try (ShardScope scope = CurrentShard.open(known)) {
                return action.apply(this);
            }
        }
        return siblings.during(known, () -> action.apply(this));
    }

    /** For what needs no shard. */
    final Session toAny() {
        return source.extendedSession();
    }

    /** For what runs on the current shard. */
    final Session toCurrent() {
        Siblings siblings = source.siblings();
        return siblings == null ? source.extendedSession() : siblings.on(current(siblings));
    }

    /** For what runs on the current shard and may write there without Hibernate's knowledge. */
    final Session toWriting() {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            return source.extendedSession();
        }
        SessionImplementor session = siblings.on(current(siblings));
        siblings.markWrite(session);
        return session;
    }

    /** For a query in SQL, which writes where it says so. */
    final Session toNative(@Nullable String sql) {
        return sql != null && SqlWords.write(sql) ? toWriting() : toCurrent();
    }

    /** For a named query, which may be one in SQL. */
    final Session toNamedQuery(@Nullable String name) {
        return toNative(rules.sqlOf(name));
    }

    /** For a query by reference, likewise. */
    final Session toReferencedQuery(@Nullable TypedQueryReference<?> query) {
        return toNamedQuery(query == null ? null : query.getName());
    }

    private String current(Siblings siblings) {
        String current = source.current(siblings);
        if (current == null) {
            throw new NoCurrentShardException("this call", getShards());
        }
        return current;
    }

    /** For what concerns one entity. */
    @SuppressWarnings("NullAway") // a null entity is Hibernate's to refuse
    final Session toEntity(@Nullable Object entity) {
        return entity == null ? toAny() : to(rules.find(entity), entity, entity.getClass());
    }

    /** For an entity that is to be stored. */
    @SuppressWarnings("NullAway") // a null entity is Hibernate's to refuse
    final Session toNew(@Nullable Object entity) {
        Siblings siblings = entity == null ? null : source.siblings();
        return siblings == null || source.current(siblings) != null
                ? toEntity(entity)
                : to(rules.select(entity, siblings.primary()), entity, entity.getClass());
    }

    /** For an entity that is to be stored if it is new. */
    @SuppressWarnings("NullAway") // a null entity is Hibernate's to refuse
    final Session toMerged(@Nullable Object entity) {
        Siblings siblings = entity == null ? null : source.siblings();
        return siblings == null || source.current(siblings) != null
                ? toEntity(entity)
                : to(rules.selectUnlessStored(entity, siblings.primary()), entity, entity.getClass());
    }

    /** For the search of an entity by its id: it may find nothing. */
    final Session toFound(@Nullable Object type, @Nullable Object id) {
        if (type == null || id == null) {
            return toAny();
        }
        Class<?> entityClass = rules.type(type);
        String shard = rules.find(entityClass, id);
        if (shard == null && source.current(source.siblings()) == null) {
            if (rules.isReference(entityClass)) {
                shard = everyShard().answering();
            } else if (rules.asksEveryShard(entityClass)) {
                String having = everyShard().having(rules.factory(), entityClass, id);
                shard = having == null ? getShards().get(0) : having;
            }
        }
        return to(shard, null, entityClass);
    }

    /** For what concerns an entity known by its id. */
    final Session toId(@Nullable Object type, @Nullable Object id) {
        if (type == null || id == null) {
            return toAny();
        }
        Class<?> entityClass = rules.type(type);
        String shard = rules.find(entityClass, id);
        if (shard == null && source.current(source.siblings()) == null && rules.asksEveryShard(entityClass)) {
            shard = everyShard().having(rules.factory(), entityClass, id);
        }
        return to(shard, null, entityClass);
    }

    /** For what concerns several entities known by their ids. */
    final Session toIds(@Nullable Object type, @Nullable List<?> ids) {
        if (type == null || ids == null || ids.isEmpty()) {
            return toAny();
        }
        Class<?> entityClass = rules.type(type);
        return to(rules.find(entityClass, ids), null, entityClass);
    }

    /** For what concerns one entity, known by its id unless the options say that it is a natural one. */
    final Session toIdWithOptions(@Nullable Object type, @Nullable Object id, @Nullable Object options) {
        return byNaturalId(options) ? toCurrent() : toId(type, id);
    }

    /** For the search of an entity by its id, unless the options say that it is a natural one. */
    final Session toFoundWithOptions(@Nullable Object type, @Nullable Object id, @Nullable Object options) {
        return byNaturalId(options) ? toCurrent() : toFound(type, id);
    }

    /** For what concerns several entities, known by their ids unless the options say that they are natural ones. */
    final Session toIdsWithOptions(@Nullable Object type, @Nullable List<?> ids, @Nullable Object options) {
        return byNaturalId(options) ? toCurrent() : toIds(type, ids);
    }

    /** Hibernate has this option since 7.3. No rule knows natural ids. */
    private static boolean byNaturalId(@Nullable Object options) {
        if (options instanceof FindOption[] given) {
            for (FindOption option : given) {
                if (option instanceof Enum<?> constant
                        && constant.name().equals("NATURAL")
                        && constant.getDeclaringClass().getSimpleName().equals("KeyType")) {
                    return true;
                }
            }
        }
        return false;
    }

    private EveryShard everyShard() {
        Siblings siblings = source.siblings();
        return new EveryShard(getShards(), siblings == null ? source::forOneCall : siblings::on);
    }

    private Session to(@Nullable String resolved, @Nullable Object entity, Class<?> type) {
        Siblings siblings = source.siblings();
        String current = source.current(siblings);
        if (resolved != null && current != null && !resolved.equals(current)) {
            throw new WrongShardException("refused this " + type.getName(), current, resolved);
        }
        String shard = current == null ? resolved : current;
        if (siblings == null) {
            return shard == null || current != null ? source.extendedSession() : source.forOneCall(shard);
        }
        if (shard == null) {
            throw rules.unresolved(entity, type, getShards());
        }
        return siblings.on(shard);
    }

    @Override
    public final String toString() {
        return "sharded entity manager of " + source.extended();
    }
}
