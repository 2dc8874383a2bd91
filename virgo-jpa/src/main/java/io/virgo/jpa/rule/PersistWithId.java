package io.virgo.jpa.rule;

import org.hibernate.engine.spi.CascadingAction;
import org.hibernate.event.internal.DefaultPersistEventListener;
import org.hibernate.event.spi.EventSource;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Hibernate's listener for persist, but that an id which decides the shard comes from {@link NewIds}. */
final class PersistWithId extends DefaultPersistEventListener {

    private final NewIds ids;
    private final CascadingAction<PersistContext> action;

    PersistWithId(NewIds ids, CascadingAction<PersistContext> action) {
        this.ids = ids;
        this.action = action;
    }

    @Override
    protected CascadingAction<PersistContext> getCascadeAction() {
        return action;
    }

    @Override
    protected @Nullable Object saveWithGeneratedId(
            Object entity, String entityName, PersistContext context, EventSource source, boolean immediately) {
        EntityPersister persister = source.getEntityPersister(entityName, entity);
        Object id = ids.take(entity, entity, persister, source);
        if (id == null) {
            return super.saveWithGeneratedId(entity, entityName, context, source, immediately);
        }
        persister.setIdentifier(entity, id, source);
        return performSave(entity, id, persister, false, context, source, false);
    }
}
