package io.virgo.jpa;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.ShardScope;
import io.virgo.core.UnknownShardException;
import io.virgo.core.WrongShardException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FindOption;
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
        return known(rules.find(entity), "this " + entity.getClass().getName());
    }

    @Override
    public final String resolveShard(Class<?> type, Object id) {
        return known(rules.find(type, id), "this id of " + type.getName());
    }

    private String known(@Nullable String shard, String what) {
        if (shard == null) {
            throw new ShardNotResolvedException(what, getShards());
        }
        if (!getShards().contains(shard)) {
            throw new UnknownShardException(shard, getShards());
        }
        return shard;
    }

    @Override
    @SuppressWarnings("try") // the scope is open while the action runs
    public final <R extends @Nullable Object> R onShard(String shard, Function<EntityManager, R> action) {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            known(shard, "");
            try (ShardScope scope = CurrentShard.open(shard)) {
                return action.apply(source.extended());
            }
        }
        return siblings.during(shard, () -> action.apply(this));
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
        return entity == null ? toAny() : to(rules.find(entity), entity.getClass());
    }

    /** For what concerns an entity known by its id. */
    final Session toId(@Nullable Object type, @Nullable Object id) {
        if (type == null || id == null) {
            return toAny();
        }
        Class<?> entityClass = rules.type(type);
        return to(rules.find(entityClass, id), entityClass);
    }

    /** For what concerns several entities known by their ids. */
    final Session toIds(@Nullable Object type, @Nullable List<?> ids) {
        if (type == null || ids == null || ids.isEmpty()) {
            return toAny();
        }
        Class<?> entityClass = rules.type(type);
        String first = rules.find(entityClass, Objects.requireNonNull(ids.get(0)));
        for (Object id : ids) {
            String shard = rules.find(entityClass, id);
            if (!Objects.equals(first, shard)) {
                throw new WrongShardException(
                        "refused to load ids of several shards of " + entityClass.getName() + " in one call",
                        String.valueOf(first),
                        String.valueOf(shard));
            }
        }
        return to(first, entityClass);
    }

    /** For what concerns one entity, known by its id unless the options say that it is a natural one. */
    final Session toIdWithOptions(@Nullable Object type, @Nullable Object id, @Nullable Object options) {
        return byNaturalId(options) ? toCurrent() : toId(type, id);
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

    private Session to(@Nullable String resolved, Class<?> type) {
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
            throw new NoCurrentShardException("this call with a " + type.getName(), getShards());
        }
        return siblings.on(shard);
    }

    @Override
    public final String toString() {
        return "sharded entity manager of " + source.extended();
    }
}
