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
 * The generator of {@link TicketId}. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class TicketIdGenerator implements BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;

    private final transient Tickets tickets;
    private final transient IdType type;

    /**
     * Creates the generator.
     *
     * @param annotation the annotation
     * @param member the attribute
     * @param context what Hibernate knows of the entity
     * @throws MappingException if the annotation, the attribute's type or the factory cannot work
     */
    public TicketIdGenerator(TicketId annotation, Member member, GeneratorCreationContext context) {
        String entity = IdGenerators.entity(context);
        type = IdType.of(IdGenerators.idType(context), entity);
        String name = annotation.name().isEmpty() ? entity : annotation.name();
        TicketPlan plan = TicketPlan.of(annotation, name, "@TicketId of " + entity);
        tickets = IdGenerators.of(context, "@TicketId").tickets(plan, "@TicketId of " + entity);
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return type.convert(tickets.next());
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
