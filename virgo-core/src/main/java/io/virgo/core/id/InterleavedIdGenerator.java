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
 * The generator of {@link InterleavedId}. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class InterleavedIdGenerator implements BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;

    private final transient InterleavedCounter counter;
    private final transient IdType type;

    /**
     * Creates the generator.
     *
     * @param annotation the annotation
     * @param member the attribute
     * @param context what Hibernate knows of the entity
     * @throws MappingException if the annotation, the attribute's type or the factory cannot work
     */
    public InterleavedIdGenerator(InterleavedId annotation, Member member, GeneratorCreationContext context) {
        String entity = IdGenerators.entity(context);
        type = IdType.of(IdGenerators.idType(context), entity);
        if (annotation.stride() < 2) {
            throw new MappingException(
                    "@InterleavedId of " + entity + ": stride is " + annotation.stride() + "; it has to be 2 at least");
        }
        BlockSizes sizes =
                BlockSizes.of("@InterleavedId", entity, annotation.blockSize(), annotation.maxBlockSize(), type);
        String name = annotation.name().isEmpty() ? entity : annotation.name();
        counter = IdGenerators.of(context, "@InterleavedId").interleaved(name, annotation.stride(), sizes);
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return type.convert(counter.next(String.valueOf(session.getTenantIdentifierValue())));
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
