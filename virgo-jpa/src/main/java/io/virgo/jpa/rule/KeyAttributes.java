package io.virgo.jpa.rule;

import io.virgo.core.settings.Problems;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.NonAggregatedIdentifierMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Finds the shard key of a root: the marked attribute, or the id. */
final class KeyAttributes {

    private static final String MARK = "@ShardKey";

    private final Declarations declarations;
    private final Problems problems;

    KeyAttributes(Declarations declarations, Problems problems) {
        this.declarations = declarations;
        this.problems = problems;
    }

    /** Sets where the rule's key is; adds a problem if there is not exactly one attribute that can be it. */
    void find(EntityRule rule) {
        List<String> marked = marked(rule.persister);
        if (marked.size() > 1) {
            problems.add(
                    rule.name(),
                    MARK + " stands on " + marked
                            + "; one attribute decides, so mark one, or an embedded object of both");
        } else if (marked.isEmpty()) {
            List<Leaf> leaves = Mapping.idLeaves(rule.persister);
            rule.keyInId = path(idName(rule.persister), leaves, composite(rule.persister));
        } else {
            at(rule, marked.get(0));
        }
    }

    boolean marksAny(EntityPersister persister) {
        return !marked(persister).isEmpty();
    }

    private void at(EntityRule rule, String path) {
        EntityPersister persister = rule.persister;
        if (Mapping.isWholeId(persister, path)) {
            rule.keyInId = path(path, Mapping.idLeaves(persister), composite(persister));
            return;
        }
        List<Leaf> inId = Mapping.idLeaves(persister).stream()
                .filter(leaf -> isAt(qualified(persister, leaf.path()), path))
                .toList();
        if (!inId.isEmpty()) {
            rule.keyInId =
                    path(path, inId, !qualified(persister, inId.get(0).path()).equals(path));
            return;
        }
        int dot = path.indexOf('.');
        AttributeMapping attribute = Mapping.attribute(persister, dot < 0 ? path : path.substring(0, dot));
        if (attribute instanceof ToOneAttributeMapping) {
            problems.add(
                    rule.name(),
                    MARK + " stands on the association '" + path + "'; use @Sharded(parent = \"" + path
                            + "\") to follow it, or mark a basic attribute");
            return;
        }
        List<Leaf> leaves = attribute == null
                ? List.of()
                : Mapping.leaves(attribute).stream()
                        .filter(leaf -> isAt(leaf.path(), path))
                        .toList();
        if (leaves.isEmpty()) {
            problems.add(
                    rule.name(),
                    MARK + " stands on '" + path
                            + "', which is no persistent attribute that can be a key; mark a basic or"
                            + " embedded one");
        } else {
            rule.keyInEntity = path(path, leaves, !leaves.get(0).path().equals(path));
        }
    }

    private static boolean isAt(String leaf, String path) {
        return leaf.equals(path) || leaf.startsWith(path + ".");
    }

    /** Leaves of an embedded id start inside of it; paths start at the entity. */
    private static String qualified(EntityPersister persister, String leaf) {
        String id = persister.getIdentifierPropertyName();
        return id == null || persister.getIdentifierMapping() instanceof NonAggregatedIdentifierMapping
                ? leaf
                : id + (leaf.isEmpty() ? "" : "." + leaf);
    }

    private static KeyPath path(String attribute, List<Leaf> leaves, boolean composite) {
        return new KeyPath(attribute, leaves, composite);
    }

    private static boolean composite(EntityPersister persister) {
        return persister.getIdentifierType().isComponentType();
    }

    private static String idName(EntityPersister persister) {
        String name = persister.getIdentifierPropertyName();
        return name == null ? "id" : name;
    }

    /** The paths of all marked attributes that count: of the nearest class that has any, and inside embedded objects. */
    private List<String> marked(EntityPersister persister) {
        Set<String> found = new TreeSet<>();
        for (Class<?> type = persister.getMappedClass(); type != null && found.isEmpty(); type = type.getSuperclass()) {
            found.addAll(marked(type));
        }
        if (persister.getIdentifierMapping().getPartMappingType() instanceof EmbeddableMappingType id
                && !(persister.getIdentifierMapping() instanceof NonAggregatedIdentifierMapping)) {
            inside(id, idName(persister), found);
        }
        Mapping.forEachAttribute(persister, attribute -> {
            if (attribute.getMappedType() instanceof EmbeddableMappingType embedded) {
                inside(embedded, attribute.getAttributeName(), found);
            }
        });
        return new ArrayList<>(found);
    }

    private void inside(EmbeddableMappingType embedded, String path, Set<String> found) {
        for (Class<?> type = embedded.getJavaType().getJavaTypeClass(); type != null; type = type.getSuperclass()) {
            marked(type).forEach(name -> found.add(path + "." + name));
        }
        embedded.forEachAttributeMapping(part -> {
            if (part.getMappedType() instanceof EmbeddableMappingType deeper) {
                inside(deeper, path + "." + part.getAttributeName(), found);
            }
        });
    }

    private Set<String> marked(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (declarations.marksKey(field)) {
                names.add(field.getName());
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic() && declarations.marksKey(method)) {
                names.add(attributeOf(method.getName()));
            }
        }
        return names;
    }

    private static String attributeOf(String getter) {
        int prefix = prefixOf(getter);
        String name = getter.substring(prefix);
        boolean acronym = name.length() > 1 && Character.isUpperCase(name.charAt(1));
        return prefix == 0 || acronym ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static int prefixOf(String getter) {
        if (getter.startsWith("get") && getter.length() > 3) {
            return 3;
        }
        return getter.startsWith("is") && getter.length() > 2 ? 2 : 0;
    }

    /** The attribute that decides, for messages and comparisons; null if a problem was found. */
    static @Nullable String attribute(EntityRule rule) {
        KeyPath path = rule.keyInEntity == null ? rule.keyInId : rule.keyInEntity;
        return path == null ? null : path.attribute();
    }
}
