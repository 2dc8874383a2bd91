package io.virgo.core.id;

import java.math.BigInteger;
import java.util.function.LongFunction;
import org.hibernate.MappingException;
import org.hibernate.id.IdentifierGenerationException;

/** Turns numbers into ids of an attribute's type and refuses those that do not fit. Immutable. */
final class IdType {

    private final String entity;
    private final long greatest;
    private final LongFunction<Object> conversion;

    private IdType(String entity, long greatest, LongFunction<Object> conversion) {
        this.entity = entity;
        this.greatest = greatest;
        this.conversion = conversion;
    }

    static IdType of(Class<?> type, String entity) {
        if (type == Long.class || type == long.class) {
            return new IdType(entity, Long.MAX_VALUE, Long::valueOf);
        }
        if (type == Integer.class || type == int.class) {
            return new IdType(entity, Integer.MAX_VALUE, id -> (int) id);
        }
        if (type == Short.class || type == short.class) {
            return new IdType(entity, Short.MAX_VALUE, id -> (short) id);
        }
        if (type == BigInteger.class) {
            return new IdType(entity, Long.MAX_VALUE, BigInteger::valueOf);
        }
        throw new MappingException("the id of " + entity + " is a " + type.getName()
                + "; generated numbers are Long, Integer, Short or BigInteger");
    }

    /** Whether numbers are so many that some may be wasted. */
    boolean isWide() {
        return greatest == Long.MAX_VALUE;
    }

    boolean fits(long id) {
        return id <= greatest;
    }

    Object convert(long id) {
        if (!fits(id)) {
            throw new IdentifierGenerationException("the ids of " + entity + " are used up: " + id
                    + " does not fit its type; make the attribute and its column wider");
        }
        return conversion.apply(id);
    }
}
