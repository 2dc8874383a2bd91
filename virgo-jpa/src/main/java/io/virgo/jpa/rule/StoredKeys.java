package io.virgo.jpa.rule;

import io.virgo.core.ShardKeyChangedException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.WrongShardException;
import java.util.Objects;
import org.hibernate.bytecode.enhance.spi.LazyPropertyInitializer;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.Status;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.jspecify.annotations.Nullable;

/** Compares what decides an entity's shard with what it was when the entity was loaded. Thread-safe. */
public final class StoredKeys {

    private final ShardRules rules;

    /**
     * Creates the comparison.
     *
     * @param rules the rules of the factory
     */
    public StoredKeys(ShardRules rules) {
        this.rules = rules;
    }

    /**
     * Refuses an entity that must not be flushed on a session's shard.
     *
     * @param entity a managed entity
     * @param entry what its session knows of it
     * @param shard the session's shard
     * @throws ShardKeyChangedException if the key of a stored row was changed
     * @throws WrongShardException if a new row belongs to another shard
     * @throws ShardNotResolvedException if a new row has no key, or one that maps nowhere
     */
    public void check(Object entity, EntityEntry entry, String shard) {
        EntityRule rule = rules.rule(entity.getClass());
        if (rule == null || entry.getStatus() == Status.DELETED) {
            return;
        }
        if (!entry.isExistsInDatabase()) {
            checkNew(rule, entity, shard);
        } else if (rule.keyInEntity != null) {
            checkKey(rule, rule.keyInEntity, entity, entry, shard);
        } else if (rule.parent != null) {
            checkParent(rule, entity, entry, shard);
        }
    }

    private void checkNew(EntityRule rule, Object entity, String shard) {
        String right = rules.shardOf(entity);
        if (right != null && !right.equals(shard)) {
            throw new WrongShardException("refused to store a new " + rule.name(), shard, right);
        }
        if (right == null && rule.keyInEntity != null) {
            throw Objects.requireNonNull(rules.unresolved(entity, entity.getClass()));
        }
    }

    private static void checkKey(EntityRule rule, KeyPath key, Object entity, EntityEntry entry, String shard) {
        String path = key.attribute();
        int dot = path.indexOf('.');
        Object loaded = loaded(rule, entry, dot < 0 ? path : path.substring(0, dot));
        if (loaded == null || !EntityRule.loaded(entity, path)) {
            return;
        }
        KeyPath below = key.below();
        if (!Objects.equals(below.read(loaded), key.read(entity))) {
            throw new ShardKeyChangedException("the shard key '" + path + "' of a " + rule.name(), shard);
        }
    }

    private void checkParent(EntityRule rule, Object entity, EntityEntry entry, String shard) {
        String name = Objects.requireNonNull(rule.parent).getAttributeName();
        Object before = loaded(rule, entry, name);
        Object now = rule.parentOf(entity);
        if (now == null || now == before) {
            return;
        }
        String right = rules.find(now);
        if (right != null && !right.equals(shard)) {
            throw new ShardKeyChangedException(
                    "the association '" + name + "' of a " + rule.name() + ", which leads to shard '" + right
                            + "' now,",
                    shard);
        }
    }

    private static @Nullable Object loaded(EntityRule rule, EntityEntry entry, String attribute) {
        @Nullable Object[] state = entry.getLoadedState();
        AttributeMapping mapping = rule.persister.findAttributeMapping(attribute);
        Object value = state == null || mapping == null ? null : state[mapping.getStateArrayPosition()];
        return value == LazyPropertyInitializer.UNFETCHED_PROPERTY ? null : value;
    }
}
