package io.virgo.core.id;

import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.UUID;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.jspecify.annotations.Nullable;

/**
 * The generator of {@link TimeOrderedId}. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class TimeOrderedIdGenerator implements BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;

    private enum Form {
        NUMBER,
        UUID,
        TEXT
    }

    private final transient Form form;
    private final transient TimeLayout layout;
    private final transient @Nullable TimeNodes nodes;

    /**
     * Creates the generator.
     *
     * @param annotation the annotation
     * @param member the attribute
     * @param context what Hibernate knows of the entity
     * @throws MappingException if the annotation, the attribute's type or the factory cannot work
     */
    public TimeOrderedIdGenerator(TimeOrderedId annotation, Member member, GeneratorCreationContext context) {
        String entity = IdGenerators.entity(context);
        form = form(IdGenerators.idType(context), entity);
        layout = annotation.javaScriptSafe() ? TimeLayout.JAVASCRIPT : TimeLayout.WIDE;
        if (form != Form.NUMBER) {
            if (annotation.javaScriptSafe()) {
                throw new MappingException("@TimeOrderedId of " + entity
                        + ": javaScriptSafe is for numbers, and a UUID is none; leave it out");
            }
            nodes = null;
            return;
        }
        nodes = IdGenerators.of(context, "@TimeOrderedId").times();
        String problem = nodes.use();
        if (problem != null) {
            throw new MappingException("@TimeOrderedId of " + entity + ": " + problem);
        }
    }

    private static Form form(Class<?> type, String entity) {
        if (type == Long.class || type == long.class) {
            return Form.NUMBER;
        }
        if (type == UUID.class) {
            return Form.UUID;
        }
        if (type == String.class) {
            return Form.TEXT;
        }
        throw new MappingException("the id of " + entity + " is a " + type.getName()
                + "; @TimeOrderedId is for Long, java.util.UUID and String");
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        TimeNodes numbers = nodes;
        if (numbers != null) {
            return numbers.next(layout);
        }
        UUID uuid = UuidVersion7Strategy.INSTANCE.generateUuid(session);
        return form == Form.UUID ? uuid : uuid.toString();
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
