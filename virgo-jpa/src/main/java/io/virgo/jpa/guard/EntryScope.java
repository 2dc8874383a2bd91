package io.virgo.jpa.guard;

import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.event.spi.MergeEvent;
import org.hibernate.event.spi.MergeEventListener;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.event.spi.PersistEvent;
import org.hibernate.event.spi.PersistEventListener;
import org.jspecify.annotations.Nullable;

/**
 * Knows the shard that this thread's session is taking an entity into, while the listeners for persist and merge run: JPA's callbacks are
 * called before the entity has an origin. Stands around those listeners, so that it ends with them whatever they throw.
 */
final class EntryScope {

    private static final ThreadLocal<@Nullable String> ENTERING = new ThreadLocal<>();

    private EntryScope() {}

    static void install(EventListenerRegistry registry) {
        for (EventType<PersistEventListener> type : List.of(EventType.PERSIST, EventType.PERSIST_ONFLUSH)) {
            registry.setListeners(type, new Persisting(listeners(registry, type)));
        }
        registry.setListeners(EventType.MERGE, new Merging(listeners(registry, EventType.MERGE)));
    }

    @SuppressWarnings("deprecation") // the only way to see listeners that others have set
    static <T> List<T> listeners(EventListenerRegistry registry, EventType<T> type) {
        List<T> listeners = new ArrayList<>();
        registry.getEventListenerGroup(type).listeners().forEach(listeners::add);
        return List.copyOf(listeners);
    }

    static @Nullable String shard() {
        return ENTERING.get();
    }

    private static <T> void within(
            SharedSessionContractImplementor session, List<T> listeners, java.util.function.Consumer<T> call) {
        String outer = ENTERING.get();
        ENTERING.set(ShardGuard.shardOf(session));
        try {
            listeners.forEach(call);
        } finally {
            if (outer == null) {
                ENTERING.remove();
            } else {
                ENTERING.set(outer);
            }
        }
    }

    private record Persisting(List<PersistEventListener> inner) implements PersistEventListener {

        @Override
        public void onPersist(PersistEvent event) {
            within(event.getSession(), inner, listener -> listener.onPersist(event));
        }

        @Override
        public void onPersist(PersistEvent event, PersistContext createdAlready) {
            within(event.getSession(), inner, listener -> listener.onPersist(event, createdAlready));
        }
    }

    private record Merging(List<MergeEventListener> inner) implements MergeEventListener {

        @Override
        public void onMerge(MergeEvent event) {
            within(event.getSession(), inner, listener -> listener.onMerge(event));
        }

        @Override
        public void onMerge(MergeEvent event, MergeContext copiedAlready) {
            within(event.getSession(), inner, listener -> listener.onMerge(event, copiedAlready));
        }
    }
}
