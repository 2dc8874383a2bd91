package io.virgo.jpa.rule;

import io.virgo.core.routing.Routers;
import io.virgo.core.routing.ShardDirectory;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Makes the rules of all entities from what their classes declare, and reports all that is wrong with them. Used once per start. */
final class RuleReader {

    private final Declarations declarations;
    private final boolean hasResolver;
    private final Routers routers;
    private final List<String> shards;
    private final Problems problems;
    private final KeyAttributes keys;
    private final Map<String, EntityRule> rules = new LinkedHashMap<>();

    RuleReader(
            Declarations declarations, boolean hasResolver, Routers routers, List<String> shards, Problems problems) {
        this.declarations = declarations;
        this.hasResolver = hasResolver;
        this.routers = routers;
        this.shards = shards;
        this.problems = problems;
        this.keys = new KeyAttributes(declarations, problems);
    }

    /** Gives the rules by the entities' names; only to be used if no problem was added. */
    Map<String, EntityRule> read(SessionFactoryImplementor factory) {
        Map<String, EntityPersister> persisters = new TreeMap<>();
        factory.getMappingMetamodel()
                .forEachEntityDescriptor(persister -> persisters.put(persister.getEntityName(), persister));
        persisters.values().forEach(this::declare);
        rules.values().forEach(this::fill);
        rules.values().forEach(this::follow);
        Map<String, EntityRule> sound = new HashMap<>(rules);
        sound.values().removeIf(this::inCycle);
        sound.values().forEach(this::keyOfPart);
        rules.values().forEach(this::compareWithTree);
        return rules;
    }

    private void declare(EntityPersister persister) {
        Class<?> type = persister.getMappedClass();
        if (type == null || Map.class.isAssignableFrom(type)) {
            return;
        }
        List<Declared> nearest = nearest(type);
        if (nearest.size() > 1) {
            problems.add(
                    persister.getEntityName(),
                    nearest.stream().map(Declared::text).toList() + " contradict each other; keep one of them");
        } else if (nearest.size() == 1) {
            rules.put(persister.getEntityName(), new EntityRule(persister, nearest.get(0)));
        }
        boolean router = nearest.stream().anyMatch(declared -> declared.kind() == Declared.Kind.ROUTER);
        if (!router && keys.marksAny(persister)) {
            problems.add(
                    persister.getEntityName(),
                    "@ShardKey decides nothing here; add @Sharded(router = …) to the class, or remove it");
        }
    }

    private List<Declared> nearest(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            List<Declared> own = declarations.of(each);
            if (!own.isEmpty()) {
                return own;
            }
        }
        return List.of();
    }

    private void fill(EntityRule rule) {
        Declared declared = rule.declared;
        switch (declared.kind()) {
            case ROUTER -> {
                if (known(rule, declared.name())) {
                    rule.router = routers.get(declared.name());
                }
                keys.find(rule);
            }
            case PARENT -> rule.parent = parent(rule);
            case OWN_ID -> {
                if (rule.bearing() == null) {
                    problems.add(
                            rule.name(),
                            "@Sharded names neither router nor parent, and the id tells no shard; name one of them, or take"
                                    + " an id generator that is ShardBearingGenerator");
                }
            }
            case ON_SHARD -> {
                if (!shards.contains(declared.name())) {
                    problems.add(
                            rule.name(),
                            declared.text() + " names no shard; the shards are " + shards + ". Name one of them");
                }
            }
            case REFERENCE -> {}
        }
        if (!declared.directory().isEmpty() && known(rule, declared.directory())) {
            if (routers.get(declared.directory()) instanceof ShardDirectory directory) {
                rule.directory = directory;
            } else {
                problems.add(
                        rule.name(),
                        declared.text() + " names a router that is no directory; set " + VirgoSettings.ROUTER_PREFIX
                                + declared.directory() + ".type to directory");
            }
        }
    }

    private boolean known(EntityRule rule, String router) {
        if (!routers.names().contains(router)) {
            problems.add(
                    rule.name(),
                    rule.declared.text() + " names an unknown router; known routers are " + routers.names()
                            + ". Configure it by " + VirgoSettings.ROUTER_PREFIX + router + ".type");
            return false;
        }
        return true;
    }

    private @Nullable ToOneAttributeMapping parent(EntityRule rule) {
        if (Mapping.attribute(rule.persister, rule.declared.name()) instanceof ToOneAttributeMapping association) {
            return association;
        }
        boolean there = Mapping.attribute(rule.persister, rule.declared.name()) != null
                || rule.declared.name().equals(rule.persister.getIdentifierPropertyName());
        problems.add(
                rule.name(),
                rule.declared.text() + (there ? " names an attribute that is no to-one" : " names no attribute")
                        + "; the to-one associations are " + Mapping.toOnes(rule.persister) + ". Name one of them");
        return null;
    }

    private void follow(EntityRule rule) {
        ToOneAttributeMapping parent = rule.parent;
        if (parent == null) {
            return;
        }
        String target = parent.getAssociatedEntityMappingType().getEntityName();
        EntityRule found = rules.get(target);
        if (found == null && !hasResolver) {
            problems.add(
                    rule.name(),
                    rule.declared.text() + " leads to " + target
                            + ", which has no rule; annotate that with @Sharded, or name" + " a ShardResolver in "
                            + VirgoSettings.SHARD_RESOLVER + " that knows it");
        } else if (found != null && found.declared.kind() == Declared.Kind.REFERENCE) {
            problems.add(
                    rule.name(),
                    rule.declared.text() + " leads to " + target
                            + ", whose rows are on every shard; follow an association" + " to sharded data");
        } else {
            rule.parentRule = found;
            rule.parentIdInId = Mapping.bearingPart(rule.persister, parent);
        }
    }

    private boolean inCycle(EntityRule rule) {
        List<String> way = new ArrayList<>();
        for (EntityRule at = rule; at != null; at = at.parentRule) {
            if (way.contains(at.name())) {
                way.add(at.name());
                if (at == rule) {
                    problems.add(
                            rule.name(),
                            "its parents run in a circle, " + String.join(" -> ", way)
                                    + "; make one of them a root by @Sharded(router = …)");
                }
                return true;
            }
            way.add(at.name());
        }
        return false;
    }

    private @Nullable KeyPath keyOfPart(EntityRule rule) {
        EntityRule above = rule.parentRule;
        if (above != null && rule.keyInId == null) {
            KeyPath keyAbove = keyOfPart(above);
            if (keyAbove != null) {
                rule.keyInId = EntityRule.keyThrough(rule.persister, Objects.requireNonNull(rule.parent), keyAbove);
            }
        }
        return rule.keyInId;
    }

    /** A subclass is found by its root class, so both need the same rule. */
    private void compareWithTree(EntityRule rule) {
        String root = rule.persister.getRootEntityName();
        EntityRule above = rules.get(root);
        if (root.equals(rule.name())) {
            return;
        }
        if (above == null) {
            problems.add(
                    rule.name(),
                    rule.declared.text() + " stands on a subclass of the entity " + root
                            + ", which has no rule; put it on the root of the inheritance tree");
        } else if (!above.declared.equals(rule.declared)) {
            problems.add(
                    rule.name(),
                    rule.declared.text() + " contradicts " + above.declared.text() + " of the entity " + root
                            + "; one inheritance tree has one rule, so remove it here");
        } else if (!Objects.equals(KeyAttributes.attribute(above), KeyAttributes.attribute(rule))) {
            problems.add(
                    rule.name(),
                    "its @ShardKey is another than that of the entity " + root
                            + "; one inheritance tree has one key, so remove it here");
        }
    }
}
