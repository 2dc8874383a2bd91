package io.virgo.jpa.rule;

import java.util.Map;
import org.hibernate.event.internal.DefaultMergeEventListener;
import org.hibernate.event.spi.EventSource;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Hibernate's listener for merge, but that an id which decides the shard of something new comes from {@link NewIds}. */
final class MergeWithId extends DefaultMergeEventListener {

    private final NewIds ids;

    MergeWithId(NewIds ids) {
        this.ids = ids;
    }

    @Override
    protected @Nullable Object saveWithGeneratedId(
            Object copy, String entityName, MergeContext context, EventSource source, boolean immediately) {
        EntityPersister persister = source.getEntityPersister(entityName, copy);
        Object id = ids.take(original(copy, context), copy, persister, source);
        if (id == null) {
            return super.saveWithGeneratedId(copy, entityName, context, source, immediately);
        }
        persister.setIdentifier(copy, id, source);
        return performSave(copy, id, persister, false, context, source, false);
    }

    private static Object original(Object copy, MergeContext context) {
        for (Map.Entry<Object, Object> each : context.entrySet()) {
            if (each.getValue() == copy) {
                return each.getKey();
            }
        }
        return copy;
    }
}
