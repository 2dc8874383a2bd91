package io.virgo.jpa;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.ShardUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.query.QueryFlushMode;
import org.jspecify.annotations.Nullable;

/** Asks shards themselves, where no rule tells one: which of them has an id, and which of them answers. */
final class EveryShard {

    private final List<String> shards;
    private final Function<String, Session> sessions;

    EveryShard(List<String> shards, Function<String, Session> sessions) {
        this.shards = shards;
        this.sessions = sessions;
    }

    /**
     * Finds the one shard that has an id.
     *
     * @return null if none has it
     * @throws ShardNotResolvedException if two have it
     */
    @Nullable
    String having(SessionFactoryImplementor factory, Class<?> type, Object id) {
        EntityPersister persister = factory.getMappingMetamodel().getEntityDescriptor(type);
        List<String> having = new ArrayList<>();
        for (String shard : shards) {
            if (has(sessions.apply(shard), persister, id)) {
                having.add(shard);
            }
        }
        if (having.size() > 1) {
            throw new ShardNotResolvedException(
                    "this id of " + type.getName(),
                    "it is on the shards " + having
                            + "; choose one of them by setCurrentShard(shard), and take ids that are unique"
                            + " over all shards",
                    shards,
                    null);
        }
        return having.isEmpty() ? null : having.get(0);
    }

    private static boolean has(Session session, EntityPersister persister, Object id) {
        if (session instanceof SessionImplementor own
                && own.getPersistenceContextInternal().containsEntity(own.generateEntityKey(id, persister))) {
            return true;
        }
        return !session.createSelectionQuery(
                        "select 1 from " + persister.getEntityName() + " e where e.id = :id", Integer.class)
                .setParameter("id", id)
                .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
                .getResultList()
                .isEmpty();
    }

    /** Finds the first shard that answers; if none does, the error of the last is thrown. */
    String answering() {
        RuntimeException last = null;
        for (String shard : shards) {
            try {
                sessions.apply(shard).doWork(connection -> {});
                return shard;
            } catch (RuntimeException e) {
                if (!isUnavailable(e)) {
                    throw e;
                }
                last = e;
            }
        }
        throw last == null ? new IllegalStateException("there is no shard") : last;
    }

    private static boolean isUnavailable(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof ShardUnavailableException) {
                return true;
            }
        }
        return false;
    }
}
