package io.virgo.core.routing;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The normal form of shard keys: equal values become equal objects, whatever Java type they came in. No message of an exception holds a
 * key, which may be an e-mail address. Stateless.
 *
 * @since 0.1
 */
public final class ShardKeys {

    private ShardKeys() {}

    /**
     * Brings a key to its normal form: whole numbers of all of Java's types to {@link Long}, or {@link java.math.BigInteger} beyond its
     * range; enum constants and characters to their {@link String}; {@link java.sql.Date} to {@link LocalDate}; composite keys, given as a
     * list, to the list of their parts; strings, UUIDs and dates stay.
     *
     * <p>Points in time ({@code Instant}, {@code LocalDateTime}, {@code java.util.Date}) are refused: databases cut their fractions of a
     * second, each in its own way, so that the key read back would not be the key that was stored. So are floating-point numbers that stand
     * for more than one whole number, and numbers of more than 1024 bits.
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
            return WholeNumbers.of(number);
        }
        if (key instanceof Enum<?> constant) {
            return constant.name();
        }
        if (key instanceof Character character) {
            return character.toString();
        }
        if (key instanceof List<?> parts) {
            return ofParts(parts);
        }
        if (key instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        throw new IllegalArgumentException(
                key == null
                        ? "the shard key is null"
                        : "a " + key.getClass().getName()
                                + " is no shard key; use a whole number, String, UUID, LocalDate, enum constant, or a list of these");
    }

    /**
     * Brings a key to its normal form, after turning it into the type of the attribute that holds it: a string is read where the attribute
     * is a number, a UUID, a date or an enum, and a number is written where the attribute is a string.
     *
     * @param key the key
     * @param attributeType the Java type of the attribute
     * @return the normal form
     * @throws IllegalArgumentException if the key is null, does not fit the type, or is of a type that is no key
     */
    public static Object normalise(@Nullable Object key, Class<?> attributeType) {
        Object normal =
                key instanceof String text ? ofText(text, attributeType) : ofOther(normalise(key), key, attributeType);
        if (normal == null) {
            throw new IllegalArgumentException("the shard key does not fit its attribute, which is of type "
                    + attributeType.getName() + "; the key is a "
                    + (key == null ? "null" : key.getClass().getName()));
        }
        return normal;
    }

    /** Null if the text stands for no value of the type. */
    private static @Nullable Object ofText(String text, Class<?> type) {
        if (isNumeric(type)) {
            return WholeNumbers.of(text);
        }
        if (type == UUID.class) {
            return uuid(text);
        }
        if (isDate(type)) {
            return date(text);
        }
        if (type.isEnum()) {
            return isConstant(text, type) ? text : null;
        }
        return isCharacter(type) && text.length() != 1 ? null : text;
    }

    private static @Nullable Object ofOther(Object normal, @Nullable Object key, Class<?> type) {
        if (type == String.class) {
            return key instanceof Number ? normal.toString() : key instanceof Character ? normal : null;
        }
        boolean fits = isNumeric(type)
                ? key instanceof Number
                : type == UUID.class
                        ? key instanceof UUID
                        : isDate(type)
                                ? normal instanceof LocalDate
                                : type.isEnum() ? type.isInstance(key) : !isCharacter(type) || key instanceof Character;
        return fits ? normal : null;
    }

    private static boolean isNumeric(Class<?> type) {
        return Number.class.isAssignableFrom(type)
                || type == long.class
                || type == int.class
                || type == short.class
                || type == byte.class
                || type == double.class
                || type == float.class;
    }

    private static boolean isDate(Class<?> type) {
        return type == LocalDate.class || type == java.sql.Date.class;
    }

    private static boolean isCharacter(Class<?> type) {
        return type == char.class || type == Character.class;
    }

    private static boolean isConstant(String text, Class<?> type) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(text)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            // The JDK cuts parts that are too long.
            return uuid.toString().equalsIgnoreCase(text) ? uuid : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable Object date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static List<Object> ofParts(List<?> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a composite shard key without parts");
        }
        List<Object> normal = new ArrayList<>(parts.size());
        for (Object part : parts) {
            normal.add(normalise(part));
        }
        return List.copyOf(normal);
    }
}
