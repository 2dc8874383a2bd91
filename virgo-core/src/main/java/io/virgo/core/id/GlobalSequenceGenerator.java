package io.virgo.core.id;

import java.lang.reflect.Member;
import java.util.EnumSet;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/**
 * The generator of {@link GlobalSequence}. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class GlobalSequenceGenerator implements BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;

    private final transient GlobalCounter counter;
    private final transient IdType type;

    /**
     * Creates the generator.
     *
     * @param annotation the annotation
     * @param member the attribute
     * @param context what Hibernate knows of the entity
     * @throws MappingException if the annotation, the attribute's type or the factory cannot work
     */
    public GlobalSequenceGenerator(GlobalSequence annotation, Member member, GeneratorCreationContext context) {
        String entity = IdGenerators.entity(context);
        type = IdType.of(IdGenerators.idType(context), entity);
        if (annotation.initial() < 0) {
            throw new MappingException("@GlobalSequence of " + entity + ": initial is " + annotation.initial()
                    + "; it has to be 0 at least");
        }
        BlockSizes sizes =
                BlockSizes.of("@GlobalSequence", entity, annotation.blockSize(), annotation.maxBlockSize(), type);
        String name = annotation.name().isEmpty() ? entity : annotation.name();
        counter = IdGenerators.of(context, "@GlobalSequence")
                .global(annotation.shard(), name, annotation.initial(), sizes);
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return type.convert(counter.next());
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    /**
     * Keeps the numbers up to one from ever being generated, for rows that get their ids by hand.
     *
     * @param last the greatest such id
     * @return the first free one: those from it to the last are the caller's; lower ones were given out, or fetched by nodes
     * @throws IllegalArgumentException if the id does not fit the attribute
     */
    public long reserveUpTo(long last) {
        if (!type.fits(last) || last > GlobalCounter.LAST) {
            throw new IllegalArgumentException("the id " + last + " is too great for the entity");
        }
        return counter.reserveUpTo(last);
    }
}
