package io.virgo.jpa.guard;

import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.event.spi.LoadEvent;
import org.hibernate.event.spi.LoadEventListener;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.event.spi.MergeEvent;
import org.hibernate.event.spi.MergeEventListener;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.event.spi.PersistEvent;
import org.hibernate.event.spi.PersistEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostLoadEvent;
import org.hibernate.event.spi.PostLoadEventListener;
import org.hibernate.event.spi.ReplicateEvent;
import org.hibernate.event.spi.ReplicateEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Writes down which shard each entity and each lazy proxy came from. What was deleted, or persisted by a transaction that did not commit, may
 * be persisted anywhere afterwards.
 */
@SuppressWarnings("deprecation") // replication is deprecated, and works until it is gone
final class OriginRecorder
        implements PersistEventListener,
                MergeEventListener,
                ReplicateEventListener,
                PostLoadEventListener,
                LoadEventListener,
                PostDeleteEventListener {

    private static final long serialVersionUID = 1L;

    private final transient ShardGuard guard;
    private final transient WriteMarks writes;
    private final transient WriteMarks.Afterwards forgetUnlessCommitted;
    private final transient WriteMarks.Afterwards forgetIfCommitted;

    OriginRecorder(ShardGuard guard, WriteMarks writes) {
        this.guard = guard;
        this.writes = writes;
        this.forgetUnlessCommitted = (instance, committed) -> forget(instance, !committed);
        this.forgetIfCommitted = (instance, committed) -> forget(instance, committed);
    }

    @Override
    public void onPersist(PersistEvent event) {
        Object entity = event.getObject();
        boolean isNew = guard.originOf(entity) == null;
        guard.cameFrom(entity, event.getSession());
        if (isNew) {
            writes.atEnd(event.getSession(), entity, forgetUnlessCommitted);
        }
    }

    private void forget(Object instance, boolean really) {
        if (really) {
            guard.forget(instance);
        }
    }

    @Override
    public void onPersist(PersistEvent event, PersistContext createdAlready) {
        onPersist(event);
    }

    @Override
    public void onMerge(MergeEvent event) {
        Object managed = event.getResult();
        if (managed != null) {
            guard.cameFrom(managed, event.getSession());
        }
    }

    @Override
    public void onMerge(MergeEvent event, MergeContext copiedAlready) {
        onMerge(event);
    }

    @Override
    public void onReplicate(ReplicateEvent event) {
        guard.cameFrom(event.getObject(), event.getSession());
    }

    @Override
    public void onPostLoad(PostLoadEvent event) {
        guard.cameFrom(event.getEntity(), event.getSession());
        EntityEntry entry = event.getSession().getPersistenceContextInternal().getEntry(event.getEntity());
        if (entry == null) {
            return;
        }
        writes.locked(entry.getLockMode(), event.getSession());
        @Nullable Object[] state = entry.getLoadedState();
        if (state != null) {
            for (Object value : state) {
                if (EnhancedReference.isReference(value)) {
                    guard.cameFrom(value, event.getSession());
                }
            }
        }
    }

    @Override
    public void onLoad(LoadEvent event, LoadType loadType) {
        if (event.getResult() != null) {
            writes.locked(event.getLockOptions().getLockMode(), event.getSession());
        }
        if (EnhancedReference.isReference(event.getResult())) {
            guard.cameFrom(event.getResult(), event.getSession());
        }
    }

    @Override
    public void onPostDelete(PostDeleteEvent event) {
        writes.atEnd(event.getSession(), event.getEntity(), forgetIfCommitted);
    }

    @Override
    public boolean requiresPostCommitHandling(EntityPersister persister) {
        return false;
    }
}
