package io.virgo.jpa.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hibernate.engine.spi.CascadingActions;
import org.hibernate.event.internal.DefaultMergeEventListener;
import org.hibernate.event.internal.DefaultPersistEventListener;
import org.hibernate.event.internal.DefaultPersistOnFlushEventListener;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PersistEventListener;

/** Puts listeners that take ids from {@link NewIds} in the place of Hibernate's own; another party's listeners stay as they are. */
public final class IdListeners {

    private IdListeners() {}

    /**
     * Replaces Hibernate's listeners.
     *
     * @param registry the factory's listeners
     * @param ids where the ids come from
     */
    public static void install(EventListenerRegistry registry, NewIds ids) {
        PersistEventListener persist = new PersistWithId(ids, CascadingActions.PERSIST);
        PersistEventListener onFlush = new PersistWithId(ids, CascadingActions.PERSIST_ON_FLUSH);
        replace(
                registry,
                EventType.PERSIST,
                listener -> listener.getClass() == DefaultPersistEventListener.class ? persist : listener);
        replace(
                registry,
                EventType.PERSIST_ONFLUSH,
                listener -> listener.getClass() == DefaultPersistOnFlushEventListener.class ? onFlush : listener);
        replace(
                registry,
                EventType.MERGE,
                listener -> listener.getClass() == DefaultMergeEventListener.class ? new MergeWithId(ids) : listener);
    }

    @SuppressWarnings("deprecation") // the only way to see listeners that others have set
    private static <T> void replace(EventListenerRegistry registry, EventType<T> type, UnaryOperator<T> change) {
        List<T> listeners = new ArrayList<>();
        registry.getEventListenerGroup(type).listeners().forEach(listener -> listeners.add(change.apply(listener)));
        @SuppressWarnings("unchecked") // an array of the listeners' interface
        T[] array = (T[]) java.lang.reflect.Array.newInstance(type.baseListenerInterface(), listeners.size());
        registry.setListeners(type, listeners.toArray(array));
    }
}
