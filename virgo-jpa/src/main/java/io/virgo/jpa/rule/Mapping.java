package io.virgo.jpa.rule;

import io.virgo.core.id.ShardBearing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.CompositeIdentifierMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.ForeignKeyDescriptor;
import org.hibernate.metamodel.mapping.NonAggregatedIdentifierMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.property.access.spi.Getter;
import org.jspecify.annotations.Nullable;

/** Finds attributes, basic values and columns in Hibernate's mapping model. */
final class Mapping {

    private Mapping() {}

    /** The basic values inside an id, as seen from the id object. */
    static List<Leaf> idLeaves(EntityPersister persister) {
        EntityIdentifierMapping id = persister.getIdentifierMapping();
        EmbeddableMappingType parts = idParts(id);
        if (parts != null) {
            return leaves(parts);
        }
        return id instanceof SelectableMapping column
                ? List.of(new Leaf("", List.of(), id.getJavaType().getJavaTypeClass(), plain(column)))
                : List.of();
    }

    /** The parts of a composite id as its own class has them; null for a simple one. */
    private static @Nullable EmbeddableMappingType idParts(EntityIdentifierMapping id) {
        if (id instanceof NonAggregatedIdentifierMapping parts) {
            return parts.getIdClassEmbeddable() == null ? parts.getVirtualIdEmbeddable() : parts.getIdClassEmbeddable();
        }
        return id instanceof CompositeIdentifierMapping composite ? composite.getPartMappingType() : null;
    }

    /** The part of an id that bears its shard and is the foreign key of an association; null if there is none. */
    static @Nullable Getter bearingPart(EntityPersister persister, ToOneAttributeMapping association) {
        EmbeddableMappingType parts = idParts(persister.getIdentifierMapping());
        Collection<String> own = ownColumns(association).values();
        List<Getter> found = new ArrayList<>();
        if (parts != null) {
            parts.forEachAttributeMapping(part -> {
                List<Leaf> leaves = leaves(part);
                if (ShardBearing.class.isAssignableFrom(part.getJavaType().getJavaTypeClass())
                        && !leaves.isEmpty()
                        && leaves.stream().allMatch(leaf -> own.contains(leaf.column()))) {
                    found.add(part.getPropertyAccess().getGetter());
                }
            });
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<Leaf> leaves(EmbeddableMappingType embeddable) {
        List<Leaf> leaves = new ArrayList<>();
        embeddable.forEachAttributeMapping(part -> leaves.addAll(leaves(part)));
        leaves.sort(Comparator.comparing(Leaf::path));
        return leaves;
    }

    /** The basic values of an attribute; none if it is an association. */
    static List<Leaf> leaves(AttributeMapping attribute) {
        Getter getter = attribute.getPropertyAccess().getGetter();
        String name = attribute.getAttributeName();
        if (attribute.getMappedType() instanceof EmbeddableMappingType embeddable) {
            return leaves(embeddable).stream()
                    .map(leaf -> leaf.inside(name, getter))
                    .toList();
        }
        return attribute instanceof SelectableMapping column && !(attribute instanceof ToOneAttributeMapping)
                ? List.of(
                        new Leaf(name, List.of(getter), attribute.getJavaType().getJavaTypeClass(), plain(column)))
                : List.of();
    }

    /** An attribute of the entity, those of an id without a class of its own included; null if there is none. */
    static @Nullable AttributeMapping attribute(EntityPersister persister, String name) {
        AttributeMapping attribute = persister.findAttributeMapping(name);
        return attribute == null && persister.getIdentifierMapping() instanceof NonAggregatedIdentifierMapping id
                ? id.getVirtualIdEmbeddable().findAttributeMapping(name)
                : attribute;
    }

    /** The attributes outside of the id, without the copy of its parts that Hibernate keeps for an id with a class of its own. */
    static void forEachAttribute(EntityPersister persister, Consumer<AttributeMapping> action) {
        persister.forEachAttributeMapping(attribute -> {
            if (!attribute.getAttributeName().equals("_identifierMapper")) {
                action.accept(attribute);
            }
        });
    }

    static boolean isWholeId(EntityPersister persister, String name) {
        return !(persister.getIdentifierMapping() instanceof NonAggregatedIdentifierMapping)
                && name.equals(persister.getIdentifierPropertyName());
    }

    static List<String> toOnes(EntityPersister persister) {
        List<String> names = new ArrayList<>();
        forEachAttribute(persister, attribute -> {
            if (attribute instanceof ToOneAttributeMapping) {
                names.add(attribute.getAttributeName());
            }
        });
        if (persister.getIdentifierMapping() instanceof NonAggregatedIdentifierMapping id) {
            id.getVirtualIdEmbeddable().forEachAttributeMapping(attribute -> {
                if (attribute instanceof ToOneAttributeMapping) {
                    names.add(attribute.getAttributeName());
                }
            });
        }
        return names.stream().sorted().toList();
    }

    /** The columns of a foreign key by those that they point to; empty if the other side holds it. */
    static Map<String, String> ownColumns(ToOneAttributeMapping association) {
        Map<String, String> own = new HashMap<>();
        if (association.getSideNature() == ForeignKeyDescriptor.Nature.KEY) {
            ForeignKeyDescriptor key = association.getForeignKeyDescriptor();
            List<String> from = new ArrayList<>();
            key.visitKeySelectables((index, column) -> from.add(plain(column)));
            List<String> to = new ArrayList<>();
            key.visitTargetSelectables((index, column) -> to.add(plain(column)));
            for (int i = 0; i < from.size(); i++) {
                own.put(to.get(i), from.get(i));
            }
        }
        return own;
    }

    /** As boot-time and run-time mapping agree on it. */
    static String plain(SelectableMapping column) {
        return plain(column.getSelectionExpression());
    }

    static String plain(String column) {
        return column.replaceAll("[`\"\\[\\]]", "").toLowerCase(Locale.ROOT);
    }
}
