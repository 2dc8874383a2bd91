package io.virgo.jpa.guard;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.CompositeIdentifierMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.NonAggregatedIdentifierMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;

/** Checks the associations inside of an identifier, which are no properties to Hibernate. Looks only at what is loaded. */
final class IdentifierGuard {

    private final ShardGuard guard;

    IdentifierGuard(ShardGuard guard) {
        this.guard = guard;
    }

    void check(Object entity, EntityPersister persister, SharedSessionContractImplementor session) {
        EntityIdentifierMapping mapping = persister.getIdentifierMapping();
        if (mapping instanceof NonAggregatedIdentifierMapping parts) {
            // With or without a class of the identifier, the associations are attributes of the entity itself.
            check(entity, parts.getVirtualIdEmbeddable(), persister, "", session);
        } else if (mapping instanceof CompositeIdentifierMapping embedded) {
            Object id = embedded.getIdentifier(entity);
            if (id != null) {
                String name = persister.getIdentifierPropertyName() + ".";
                check(id, embedded.getPartMappingType(), persister, name, session);
            }
        }
    }

    private void check(
            Object owner,
            EmbeddableMappingType parts,
            EntityPersister persister,
            String path,
            SharedSessionContractImplementor session) {
        int count = parts.getNumberOfAttributeMappings();
        for (int i = 0; i < count; i++) {
            AttributeMapping attribute = parts.getAttributeMapping(i);
            boolean nested = attribute instanceof EmbeddableValuedModelPart;
            if (nested || attribute instanceof ToOneAttributeMapping) {
                Object value = attribute.getValue(owner);
                if (value != null && nested) {
                    EmbeddableMappingType inner = ((EmbeddableValuedModelPart) attribute).getEmbeddableTypeDescriptor();
                    check(value, inner, persister, path + attribute.getAttributeName() + ".", session);
                } else if (value != null) {
                    guard.checkTarget(persister, path, attribute.getAttributeName(), value, session);
                }
            }
        }
    }
}
