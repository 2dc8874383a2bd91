package io.virgo.jpa.guard;

import io.virgo.core.Shards;
import io.virgo.jpa.rule.IdListeners;
import io.virgo.jpa.rule.NewIds;
import io.virgo.jpa.rule.ShardRules;
import io.virgo.jpa.rule.StoredKeys;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;

/**
 * Puts the guard into the event listeners of a sharded factory. Found and called by Hibernate; not for applications.
 *
 * @since 0.1
 */
public final class GuardIntegrator implements Integrator {

    /** Creates the integrator; called by Hibernate. */
    public GuardIntegrator() {}

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        if (Shards.find(sessionFactory).isEmpty()) {
            return;
        }
        ShardGuard guard = sessionFactory.getServiceRegistry().requireService(ShardGuard.class);
        WriteMarks writes = sessionFactory.getServiceRegistry().requireService(WriteMarks.class);
        EventListenerRegistry listeners = sessionFactory.getEventListenerRegistry();

        ShardRules rules = sessionFactory.getServiceRegistry().requireService(ShardRules.class);
        rules.mapping(metadata);
        IdListeners.install(listeners, sessionFactory.getServiceRegistry().requireService(NewIds.class));
        EntryScope.install(listeners);
        if (sessionFactory.getSessionFactoryOptions().isSecondLevelCacheEnabled()) {
            RefreshLocks.install(listeners);
        }
        AssociationGuard associations = new AssociationGuard(guard);
        EntryGuard entry = new EntryGuard(guard, associations);
        listeners.prependListeners(EventType.PERSIST, entry);
        listeners.prependListeners(EventType.PERSIST_ONFLUSH, entry);
        listeners.prependListeners(EventType.MERGE, entry);
        listeners.prependListeners(EventType.DELETE, entry);
        listeners.prependListeners(EventType.REFRESH, entry);
        listeners.prependListeners(EventType.LOCK, entry);
        listeners.prependListeners(EventType.REPLICATE, entry);

        listeners.prependListeners(EventType.FLUSH_ENTITY, associations);
        listeners.prependListeners(EventType.FLUSH_ENTITY, new KeyGuard(new StoredKeys(rules)));
        StatelessGuard stateless = new StatelessGuard(guard, associations);
        listeners.prependListeners(EventType.PRE_INSERT, stateless);
        listeners.prependListeners(EventType.PRE_UPDATE, stateless);
        listeners.prependListeners(EventType.PRE_UPSERT, stateless);
        listeners.prependListeners(EventType.PRE_DELETE, stateless);

        record(listeners, new OriginRecorder(guard, writes));
        remember(listeners, writes);
    }

    private static void record(EventListenerRegistry listeners, OriginRecorder recorder) {
        listeners.appendListeners(EventType.PERSIST, recorder);
        listeners.appendListeners(EventType.PERSIST_ONFLUSH, recorder);
        listeners.appendListeners(EventType.MERGE, recorder);
        listeners.appendListeners(EventType.REPLICATE, recorder);
        listeners.prependListeners(EventType.POST_LOAD, recorder);
        listeners.appendListeners(EventType.LOAD, recorder);
        listeners.appendListeners(EventType.POST_DELETE, recorder);
    }

    private static void remember(EventListenerRegistry listeners, WriteMarks writes) {
        listeners.appendListeners(EventType.LOCK, writes);
        listeners.appendListeners(EventType.POST_INSERT, writes);
        listeners.appendListeners(EventType.POST_UPDATE, writes);
        listeners.appendListeners(EventType.POST_DELETE, writes);
        listeners.appendListeners(EventType.PRE_COLLECTION_RECREATE, writes);
        listeners.appendListeners(EventType.PRE_COLLECTION_UPDATE, writes);
        listeners.appendListeners(EventType.PRE_COLLECTION_REMOVE, writes);
    }
}
