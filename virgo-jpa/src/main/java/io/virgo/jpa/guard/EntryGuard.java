package io.virgo.jpa.guard;

import org.hibernate.event.spi.DeleteContext;
import org.hibernate.event.spi.DeleteEvent;
import org.hibernate.event.spi.DeleteEventListener;
import org.hibernate.event.spi.LockEvent;
import org.hibernate.event.spi.LockEventListener;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.event.spi.MergeEvent;
import org.hibernate.event.spi.MergeEventListener;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.event.spi.PersistEvent;
import org.hibernate.event.spi.PersistEventListener;
import org.hibernate.event.spi.RefreshContext;
import org.hibernate.event.spi.RefreshEvent;
import org.hibernate.event.spi.RefreshEventListener;
import org.hibernate.event.spi.ReplicateEvent;
import org.hibernate.event.spi.ReplicateEventListener;

/** Checks each instance before it enters a session, those that a cascade brings included. */
@SuppressWarnings("deprecation") // replication is deprecated, and works until it is gone
final class EntryGuard
        implements PersistEventListener,
                MergeEventListener,
                DeleteEventListener,
                RefreshEventListener,
                LockEventListener,
                ReplicateEventListener {

    private static final long serialVersionUID = 1L;

    private final transient ShardGuard guard;
    private final transient AssociationGuard associations;

    EntryGuard(ShardGuard guard, AssociationGuard associations) {
        this.guard = guard;
        this.associations = associations;
    }

    @Override
    public void onPersist(PersistEvent event) {
        guard.check("persist", event.getObject(), event.getSession());
        associations.check(event.getObject(), event.getEntityName(), event.getSession());
    }

    @Override
    public void onPersist(PersistEvent event, PersistContext createdAlready) {
        onPersist(event);
    }

    @Override
    public void onMerge(MergeEvent event) {
        Object original = event.getOriginal();
        if (original != null) {
            guard.check("merge", original, event.getSession());
            associations.check(original, event.getEntityName(), event.getSession());
        }
    }

    @Override
    public void onMerge(MergeEvent event, MergeContext copiedAlready) {
        onMerge(event);
    }

    @Override
    public void onDelete(DeleteEvent event) {
        guard.check("remove", event.getObject(), event.getSession());
        associations.checkIdentifier(event.getObject(), event.getEntityName(), event.getSession());
    }

    @Override
    public void onDelete(DeleteEvent event, DeleteContext transientEntities) {
        onDelete(event);
    }

    @Override
    public void onRefresh(RefreshEvent event) {
        guard.check("refresh", event.getObject(), event.getSession());
    }

    @Override
    public void onRefresh(RefreshEvent event, RefreshContext refreshedAlready) {
        onRefresh(event);
    }

    @Override
    public void onLock(LockEvent event) {
        guard.check("lock", event.getObject(), event.getSession());
    }

    @Override
    public void onReplicate(ReplicateEvent event) {
        guard.check("replicate", event.getObject(), event.getSession());
    }
}
