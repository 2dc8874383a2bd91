package io.virgo.jpa.guard;

import java.util.Iterator;
import java.util.Map;
import org.hibernate.Hibernate;
import org.hibernate.bytecode.enhance.spi.LazyPropertyInitializer;
import org.hibernate.collection.spi.PersistentCollection;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.FlushEntityEvent;
import org.hibernate.event.spi.FlushEntityEventListener;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.type.AnyType;
import org.hibernate.type.CollectionType;
import org.hibernate.type.ComponentType;
import org.hibernate.type.EntityType;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Checks what an entity's associations point to: for sessions when they flush and before their first statement, for stateless sessions
 * before each row, and there the entity itself too. Looks only at what is loaded.
 */
final class AssociationGuard implements FlushEntityEventListener {

    private static final long serialVersionUID = 1L;

    private final transient ShardGuard guard;
    private final transient IdentifierGuard identifiers;

    AssociationGuard(ShardGuard guard) {
        this.guard = guard;
        this.identifiers = new IdentifierGuard(guard);
    }

    @Override
    public void onFlushEntity(FlushEntityEvent event) {
        check(event.getEntity(), event.getEntityEntry().getPersister(), event.getSession());
    }

    /** Checks an entity that is about to enter a session; a proxy's associations are checked when it is flushed. */
    void check(Object entity, @Nullable String entityName, SharedSessionContractImplementor session) {
        if (HibernateProxy.extractLazyInitializer(entity) == null) {
            check(entity, session.getEntityPersister(entityName, entity), session);
        }
    }

    private void check(Object entity, EntityPersister persister, SharedSessionContractImplementor session) {
        identifiers.check(entity, persister, session);
        Type[] types = persister.getPropertyTypes();
        for (int i = 0; i < types.length; i++) {
            if (associates(types[i])) {
                check(persister.getValue(entity, i), types[i], persister, i, session);
            }
        }
    }

    /** Checks the identifier of an entity that is about to be removed. */
    void checkIdentifier(Object entity, @Nullable String entityName, SharedSessionContractImplementor session) {
        if (HibernateProxy.extractLazyInitializer(entity) == null) {
            identifiers.check(entity, session.getEntityPersister(entityName, entity), session);
        }
    }

    /** Checks an entity that a stateless session is about to write, and the state of its row. */
    void check(
            Object entity,
            @Nullable Object[] state,
            EntityPersister persister,
            SharedSessionContractImplementor session) {
        identifiers.check(entity, persister, session);
        Type[] types = persister.getPropertyTypes();
        for (int i = 0; i < types.length; i++) {
            if (associates(types[i])) {
                check(state[i], types[i], persister, i, session);
            }
        }
    }

    private static boolean associates(@Nullable Type type) {
        return type instanceof EntityType
                || type instanceof CollectionType
                || type instanceof AnyType
                || type instanceof ComponentType;
    }

    private void check(
            @Nullable Object value,
            Type type,
            EntityPersister persister,
            int property,
            SharedSessionContractImplementor session) {
        if (value == null || value == LazyPropertyInitializer.UNFETCHED_PROPERTY) {
            return;
        }
        if (type instanceof ComponentType component) {
            checkComponent(value, component, persister, property, session);
        } else if (type instanceof CollectionType collection) {
            checkCollection(value, collection, persister, property, session);
        } else if (associates(type)) {
            checkTarget(value, persister, property, session);
        }
    }

    private void checkComponent(
            Object value,
            ComponentType component,
            EntityPersister persister,
            int property,
            SharedSessionContractImplementor session) {
        Type[] types = component.getSubtypes();
        for (int i = 0; i < types.length; i++) {
            if (associates(types[i])) {
                check(component.getPropertyValue(value, i), types[i], persister, property, session);
            }
        }
    }

    @SuppressWarnings("removal") // the mapping model has these types under other names in each version
    private void checkCollection(
            Object value,
            CollectionType type,
            EntityPersister persister,
            int property,
            SharedSessionContractImplementor session) {
        if (value instanceof PersistentCollection<?> lent && lent.getOwner() != null) {
            checkTarget(lent.getOwner(), persister, property, session);
        }
        if (!Hibernate.isInitialized(value)) {
            return;
        }
        CollectionPersister collection =
                session.getFactory().getMappingMetamodel().getCollectionDescriptor(type.getRole());
        if (associates(collection.getElementType())) {
            Iterator<?> elements = type.getElementsIterator(value);
            while (elements.hasNext()) {
                check(elements.next(), collection.getElementType(), persister, property, session);
            }
        }
        if (value instanceof Map<?, ?> map && associates(collection.getIndexType())) {
            for (Object key : map.keySet()) {
                check(key, collection.getIndexType(), persister, property, session);
            }
        }
    }

    private void checkTarget(
            Object target, EntityPersister persister, int property, SharedSessionContractImplementor session) {
        guard.checkTarget(persister, "", persister.getPropertyNames()[property], target, session);
    }
}
