package io.virgo.core.routing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The normal form of shard keys: equal values become equal objects, whatever Java type they came in.
 *
 * @since 0.1
 */
public final class ShardKeys {

    /** A text such as 1e1000000000 must not fill the memory. */
    private static final int MOST_DIGITS = 1_000;

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

    private ShardKeys() {}

    /**
     * Brings a key to its normal form: whole numbers of all types to {@link Long}, or {@link BigInteger} beyond its range; enum constants
     * and characters to their {@link String}; composite keys, given as a collection, to the list of their parts; strings, UUIDs and dates
     * stay.
     *
     * @param key the key
     * @return the normal form; the key itself if it has it
     * @throws IllegalArgumentException if the key is null, a fraction, or of a type that is no key
     */
    public static Object normalise(@Nullable Object key) {
        if (key instanceof Long || key instanceof String || key instanceof UUID || key instanceof LocalDate) {
            return key;
        }
        if (key instanceof Number number) {
            return ofNumber(number);
        }
        if (key instanceof Enum<?> constant) {
            return constant.name();
        }
        if (key instanceof Character character) {
            return character.toString();
        }
        if (key instanceof Collection<?> parts) {
            return ofParts(parts);
        }
        if (key instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        throw new IllegalArgumentException(
                key == null
                        ? "the shard key is null"
                        : "a " + key.getClass().getName()
                                + " is no shard key; use a whole number, String, UUID, LocalDate, enum constant, or a composite of these");
    }

    /**
     * Brings a key to its normal form, after turning it into the type of the attribute that holds it: a numeric attribute's key may come
     * as a string.
     *
     * @param key the key
     * @param attributeType the Java type of the attribute
     * @return the normal form
     * @throws IllegalArgumentException if the key is null, does not fit the type, or is of a type that is no key
     */
    public static Object normalise(@Nullable Object key, Class<?> attributeType) {
        if (key instanceof String text && isNumeric(attributeType)) {
            return ofNumber(number(text));
        }
        if (key instanceof String text && attributeType == UUID.class) {
            return UUID.fromString(text);
        }
        if (key instanceof Number number && attributeType == String.class) {
            return ofNumber(number).toString();
        }
        return normalise(key);
    }

    private static boolean isNumeric(Class<?> type) {
        return Number.class.isAssignableFrom(type)
                || type == long.class
                || type == int.class
                || type == short.class
                || type == byte.class;
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the shard key is no number, but its attribute is numeric", e);
        }
    }

    private static Object ofNumber(Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        BigInteger whole = whole(number);
        return whole.compareTo(LEAST) < 0 || whole.compareTo(GREATEST) > 0 ? whole : (Object) whole.longValue();
    }

    private static BigInteger whole(Number number) {
        if (number instanceof BigInteger big) {
            return big;
        }
        try {
            BigDecimal exact = number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
            if (exact.scale() < -MOST_DIGITS || exact.precision() > MOST_DIGITS) {
                throw new IllegalArgumentException("a number of more than " + MOST_DIGITS + " digits is no shard key");
            }
            return exact.toBigIntegerExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("a fraction is no shard key", e);
        }
    }

    private static List<Object> ofParts(Collection<?> parts) {
        List<Object> normal = new ArrayList<>(parts.size());
        for (Object part : parts) {
            normal.add(normalise(part));
        }
        return List.copyOf(normal);
    }
}
