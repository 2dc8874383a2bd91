package io.virgo.jpa.rule;

import io.virgo.core.id.ShardBearing;
import io.virgo.core.id.ShardBearingGenerator;
import io.virgo.core.routing.ShardDirectory;
import io.virgo.core.routing.ShardRouter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.bytecode.enhance.spi.interceptor.BytecodeLazyAttributeInterceptor;
import org.hibernate.engine.spi.PersistentAttributeInterceptable;
import org.hibernate.generator.Generator;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.property.access.spi.Getter;
import org.jspecify.annotations.Nullable;

/** The rule of one entity. Filled while a factory starts, unchanged afterwards, and then safe for all threads. */
final class EntityRule {

    final EntityPersister persister;
    final Declared declared;

    /** For a root: where its key is in the entity; null where the key is in its id. */
    @Nullable
    KeyPath keyInEntity;

    /** Where the id holds the key of the root; null if it does not. */
    @Nullable
    KeyPath keyInId;

    /** For a part: the association that leads to its root. */
    @Nullable
    ToOneAttributeMapping parent;

    @Nullable
    EntityRule parentRule;

    /** For a part: the parent's id inside of its own, if that bears its shard; null otherwise. */
    @Nullable
    Getter parentIdInId;

    @Nullable
    ShardRouter router;

    @Nullable
    ShardDirectory directory;

    EntityRule(EntityPersister persister, Declared declared) {
        this.persister = persister;
        this.declared = declared;
    }

    String name() {
        return persister.getEntityName();
    }

    /** The rule at the end of the chain of parents. */
    EntityRule root() {
        EntityRule rule = this;
        while (rule.parentRule != null) {
            rule = rule.parentRule;
        }
        return rule;
    }

    /** Whether the root's key is its id or a part of it. */
    boolean keyIsInId() {
        return declared.kind() == Declared.Kind.ROUTER && keyInEntity == null;
    }

    @Nullable
    ShardBearingGenerator bearing() {
        return persister.getGenerator() instanceof ShardBearingGenerator bearing ? bearing : null;
    }

    /** The shard that an id, or the parent's id inside of it, tells; null if it tells none. */
    @Nullable
    String borne(Object id) {
        ShardBearingGenerator generator = bearing();
        Getter part = parentIdInId;
        if (generator != null) {
            return generator.shardOf(id);
        }
        return part != null && part.get(id) instanceof ShardBearing parentId ? parentId.shard() : null;
    }

    /** The shard key of a root; null if it is not set, or not loaded. */
    @Nullable
    Object key(Object entity) {
        KeyPath inEntity = keyInEntity;
        if (inEntity != null) {
            return loaded(entity, inEntity.attribute()) ? inEntity.read(entity) : null;
        }
        Object id = id(entity);
        return id == null ? null : Objects.requireNonNull(keyInId).read(id);
    }

    /** Null if the entity has none, or one that says that it is new and will get another. */
    @Nullable
    Object id(Object entity) {
        Object id = persister.getIdentifier(entity);
        Generator generator = persister.getGenerator();
        boolean unset = id != null
                && generator.generatesOnInsert()
                && !generator.allowAssignedIdentifiers()
                && Boolean.TRUE.equals(
                        persister.getIdentifierMapping().getUnsavedStrategy().isUnsaved(id));
        return unset ? null : id;
    }

    /** What the association towards the root holds; null if it is not set, or not loaded. */
    @Nullable
    Object parentOf(Object entity) {
        ToOneAttributeMapping association = Objects.requireNonNull(parent);
        return loaded(entity, association.getAttributeName())
                ? association.getPropertyAccess().getGetter().get(entity)
                : null;
    }

    /** Entities that were enhanced may have parts that reading would load. */
    static boolean loaded(Object entity, String path) {
        int dot = path.indexOf('.');
        return !(entity instanceof PersistentAttributeInterceptable enhanced)
                || !(enhanced.$$_hibernate_getInterceptor() instanceof BytecodeLazyAttributeInterceptor lazy)
                || lazy.isAttributeLoaded(dot < 0 ? path : path.substring(0, dot));
    }

    /** Finds the root's key in this entity's id by following the columns of the foreign keys. */
    static @Nullable KeyPath keyThrough(EntityPersister child, ToOneAttributeMapping parent, KeyPath keyInParentId) {
        Map<String, String> own = Mapping.ownColumns(parent);
        List<Leaf> inId = Mapping.idLeaves(child);
        List<Leaf> found = keyInParentId.leaves().stream()
                .flatMap(key -> inId.stream()
                        .filter(leaf -> leaf.column().equals(own.get(key.column())))
                        .map(leaf -> new Leaf(leaf.path(), leaf.getters(), key.type(), leaf.column())))
                .toList();
        return found.size() == keyInParentId.leaves().size()
                ? new KeyPath(keyInParentId.attribute(), found, keyInParentId.composite())
                : null;
    }
}
