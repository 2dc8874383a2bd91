package io.virgo.jpa.guard;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.PreDeleteEvent;
import org.hibernate.event.spi.PreDeleteEventListener;
import org.hibernate.event.spi.PreInsertEvent;
import org.hibernate.event.spi.PreInsertEventListener;
import org.hibernate.event.spi.PreUpdateEvent;
import org.hibernate.event.spi.PreUpdateEventListener;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;

/** Checks each entity that a stateless session is about to write; the events at which {@link EntryGuard} checks are not fired there. */
final class StatelessGuard
        implements PreInsertEventListener, PreUpdateEventListener, PreUpsertEventListener, PreDeleteEventListener {

    private static final long serialVersionUID = 1L;

    private final transient ShardGuard guard;
    private final transient AssociationGuard associations;

    StatelessGuard(ShardGuard guard, AssociationGuard associations) {
        this.guard = guard;
        this.associations = associations;
    }

    @Override
    public boolean onPreInsert(PreInsertEvent event) {
        return check(
                "insert",
                event.getEntity(),
                event.getSession(),
                () -> associations.check(
                        event.getEntity(), event.getState(), event.getPersister(), event.getSession()));
    }

    @Override
    public boolean onPreUpdate(PreUpdateEvent event) {
        return check(
                "update",
                event.getEntity(),
                event.getSession(),
                () -> associations.check(
                        event.getEntity(), event.getState(), event.getPersister(), event.getSession()));
    }

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        return check(
                "upsert",
                event.getEntity(),
                event.getSession(),
                () -> associations.check(
                        event.getEntity(), event.getState(), event.getPersister(), event.getSession()));
    }

    @Override
    public boolean onPreDelete(PreDeleteEvent event) {
        return check(
                "delete",
                event.getEntity(),
                event.getSession(),
                () -> associations.checkIdentifier(
                        event.getEntity(), event.getPersister().getEntityName(), event.getSession()));
    }

    /** Answers false: no veto. */
    private boolean check(
            String action, Object entity, SharedSessionContractImplementor session, Runnable associationsCheck) {
        if (!session.isEventSource()) {
            guard.check(action, entity, session);
            associationsCheck.run();
        }
        return false;
    }
}
