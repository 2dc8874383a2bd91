package io.virgo.jpa.rule;

import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.internal.EntityCollectionPart;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.jspecify.annotations.Nullable;

/** Finds associations of sharded entities to what need not be on their shard. */
final class AssociationLint {

    private final Map<String, EntityRule> rules;
    private final boolean hasResolver;

    AssociationLint(Map<String, EntityRule> rules, boolean hasResolver) {
        this.rules = rules;
        this.hasResolver = hasResolver;
    }

    void check(EntityRule rule, Consumer<String> found) {
        rule.persister.forEachAttributeMapping(
                attribute -> check(rule, attribute, attribute.getAttributeName(), found));
    }

    private void check(EntityRule rule, AttributeMapping attribute, String path, Consumer<String> found) {
        if (Linter.isParent(rule, attribute)) {
            return;
        }
        if (attribute.getMappedType() instanceof EmbeddableMappingType embedded) {
            embedded.forEachAttributeMapping(part -> check(rule, part, path + "." + part.getAttributeName(), found));
            return;
        }
        String target = target(attribute);
        if (target == null || staysInside(rule, target)) {
            return;
        }
        found.accept(rule.name() + ": its association '" + path + "' leads to " + target
                + ", which need not be on the same shard, and then neither a join nor a foreign key reaches it; keep its id instead of"
                + " the association, make it a part by @Sharded(parent = …), or @ReferenceData");
    }

    private static @Nullable String target(AttributeMapping attribute) {
        if (attribute instanceof ToOneAttributeMapping toOne) {
            return toOne.getAssociatedEntityMappingType().getEntityName();
        }
        ModelPart element = attribute instanceof PluralAttributeMapping plural ? plural.getElementDescriptor() : null;
        return element instanceof EntityCollectionPart entity
                ? entity.getAssociatedEntityMappingType().getEntityName()
                : null;
    }

    private boolean staysInside(EntityRule rule, String target) {
        EntityRule there = Linter.rootOf(rules, target);
        EntityRule here = rule.root();
        if (there == null) {
            return hasResolver;
        }
        return there.declared.kind() == Declared.Kind.REFERENCE
                || there.persister.getRootEntityName().equals(here.persister.getRootEntityName())
                || (there.declared.kind() == Declared.Kind.ON_SHARD && there.declared.equals(here.declared));
    }
}
