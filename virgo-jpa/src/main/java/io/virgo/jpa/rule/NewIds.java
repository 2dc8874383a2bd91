package io.virgo.jpa.rule;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.WrongShardException;
import io.virgo.core.id.InterleavedIdGenerator;
import io.virgo.core.id.ShardBearingGenerator;
import io.virgo.core.settings.ShardNames;
import io.virgo.jpa.identity.WeakIdentityMap;
import java.util.Objects;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.Generator;
import org.hibernate.id.CompositeNestedGeneratedValueGenerator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.id.enhanced.TableGenerator;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Ids that decide the shard of what is new. Without a current shard the id is made first, kept for the entity, and used when Hibernate
 * stores it. On a session that has a shard, ids are drawn until one belongs there.
 * Thread-safe.
 */
public final class NewIds implements Service {

    private static final long serialVersionUID = 1L;

    /** With a hundred equal shards, one in 20,000 attempts needs more. A range that leaves this shard out needs all of them once. */
    private static final int MOST_DRAWS = 1_000;

    private final transient WeakIdentityMap<Object, Object> made = new WeakIdentityMap<>();
    private final transient ShardRules rules;

    /**
     * Creates the memory.
     *
     * @param rules the rules of the factory
     */
    public NewIds(ShardRules rules) {
        this.rules = rules;
    }

    /** Whether a generator needs the connection, or the name, of the shard that the row goes to. */
    static boolean isOfShard(Generator generator) {
        return generator.generatesOnInsert()
                && (generator instanceof ShardBearingGenerator
                        || generator instanceof InterleavedIdGenerator
                        || generator instanceof SequenceStyleGenerator
                        || generator instanceof TableGenerator
                        || !(generator instanceof BeforeExecutionGenerator)
                        || generator.generatedOnExecution());
    }

    /** The generator of an id that is the key and that any session can make; null if there is none. */
    private static @Nullable BeforeExecutionGenerator generator(@Nullable EntityRule rule) {
        if (rule == null || !rule.keyIsInId()) {
            return null;
        }
        Generator generator = rule.persister.getGenerator();
        return generator.generatesOnInsert()
                        && !isOfShard(generator)
                        && !(generator instanceof CompositeNestedGeneratedValueGenerator)
                        && generator instanceof BeforeExecutionGenerator before
                ? before
                : null;
    }

    /**
     * Selects the shard of an entity that is about to be stored for the first time, and makes its id if that decides.
     *
     * @param entity a new entity, no proxy
     * @param session any session; its shard does not matter
     * @return the shard's name; null if the entity is no root whose key tells it
     * @throws ShardNotResolvedException if nothing new may be stored under its key
     */
    public @Nullable String select(Object entity, SharedSessionContractImplementor session) {
        EntityRule rule = rules.rule(entity.getClass());
        BeforeExecutionGenerator generator = generator(rule);
        if (rule == null || generator == null || rule.id(entity) != null || rules.resolverTells(entity)) {
            return rules.select(entity, null);
        }
        Object id = made.get(entity);
        if (id == null) {
            id = draw(generator, rule.persister, entity, session);
            made.put(entity, id);
        }
        return rules.select(entity, id);
    }

    private static Object draw(
            BeforeExecutionGenerator generator,
            EntityPersister persister,
            Object entity,
            SharedSessionContractImplementor session) {
        Object present = generator.allowAssignedIdentifiers() ? persister.getIdentifier(entity) : null;
        return Objects.requireNonNull(
                generator.generate(session, entity, present, EventType.INSERT), "the generated id");
    }

    /**
     * Gives the id for an entity that a session is storing.
     *
     * @param source the instance that the application gave, which is another than the stored one when it is merged
     * @param entity the instance that is stored
     * @param persister its persister
     * @param session the session
     * @return the id to use; null if Hibernate is to make it as ever
     */
    @Nullable
    Object take(Object source, Object entity, EntityPersister persister, SharedSessionContractImplementor session) {
        EntityRule rule = rules.rule(persister.getMappedClass());
        BeforeExecutionGenerator generator = generator(rule);
        if (rule == null
                || generator == null
                || rule.id(entity) != null
                || rules.resolverTells(entity)
                || !(session.getTenantIdentifierValue() instanceof String tenant)
                || tenant.startsWith("<")) {
            return null;
        }
        String shard = ShardNames.ofTenant(tenant);
        Object ready = made.get(source);
        made.remove(source);
        return ready == null || !shard.equals(rules.select(entity, ready))
                ? drawFor(shard, rule, generator, entity, session)
                : ready;
    }

    private Object drawFor(
            String shard,
            EntityRule rule,
            BeforeExecutionGenerator generator,
            Object entity,
            SharedSessionContractImplementor session) {
        String other = shard;
        for (int i = 0; i < MOST_DRAWS; i++) {
            Object id = draw(generator, rule.persister, entity, session);
            other = Objects.requireNonNull(rules.select(entity, id));
            if (other.equals(shard)) {
                return id;
            }
        }
        throw new WrongShardException(
                "refused a new " + rule.name() + ", since of " + MOST_DRAWS
                        + " new ids none belongs to its session's shard",
                shard,
                other);
    }
}
