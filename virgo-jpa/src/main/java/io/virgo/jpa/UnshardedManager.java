package io.virgo.jpa;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.UnknownShardException;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** The face of a manager whose factory is not sharded: everything passes through. */
abstract class UnshardedManager implements ShardedEntityManager {

    private final EntityManager extended;

    UnshardedManager(EntityManager extended) {
        this.extended = extended;
    }

    final EntityManager toManager() {
        return extended;
    }

    final Session toSession() {
        return (Session) extended;
    }

    @Override
    public final boolean isSharded() {
        return false;
    }

    @Override
    public final List<String> getShards() {
        return List.of();
    }

    @Override
    public final @Nullable String getCurrentShard() {
        return null;
    }

    @Override
    public final void setCurrentShard(@Nullable String shard) {
        if (shard != null) {
            throw new UnknownShardException(shard, List.of());
        }
    }

    @Override
    public final String resolveShard(Object entity) {
        Objects.requireNonNull(entity, "entity");
        throw new ShardNotResolvedException("this " + entity.getClass().getName(), List.of());
    }

    @Override
    public final String resolveShard(Class<?> type, Object id) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(id, "id");
        throw new ShardNotResolvedException("this id of " + type.getName(), List.of());
    }

    @Override
    public final <R extends @Nullable Object> R onShard(String shard, Function<EntityManager, R> action) {
        Objects.requireNonNull(action, "action");
        throw new UnknownShardException(String.valueOf(shard), List.of());
    }

    @Override
    public final <T> T unwrap(Class<T> type) {
        return type == ShardedEntityManager.class ? type.cast(this) : extended.unwrap(type);
    }

    @Override
    public final String toString() {
        return "entity manager that is not sharded: " + extended;
    }
}
