package io.virgo.core.routing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The normal form of numbers as keys: {@link Long}, or {@link BigInteger} beyond its range. Refuses what is no whole number, and what would
 * fill the memory, such as the text 1e1000000000, before it is computed. Stateless.
 */
final class WholeNumbers {

    /** As many as the greatest {@code double} has; no key needs more. */
    private static final int MOST_BITS = 1_024;

    private static final int MOST_DIGITS = 309;
    private static final int LONGEST_TEXT = 1_000;
    private static final double EXACT_DOUBLES = 1L << 53;
    private static final float EXACT_FLOATS = 1 << 24;

    private WholeNumbers() {}

    static Object of(Number number) {
        if (number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte
                || number instanceof AtomicLong
                || number instanceof AtomicInteger) {
            return number.longValue();
        }
        if (number instanceof BigInteger whole) {
            return normal(whole);
        }
        if (number instanceof BigDecimal decimal) {
            return of(decimal);
        }
        if (number instanceof Double || number instanceof Float) {
            return ofFloating(number);
        }
        throw new IllegalArgumentException("a " + number.getClass().getName()
                + " is no shard key; use one of Java's own whole numbers, BigInteger or BigDecimal");
    }

    static Object of(String text) {
        if (text.length() <= LONGEST_TEXT) {
            try {
                return of(new BigDecimal(text.strip()));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("the shard key is no number, but its attribute is numeric");
            }
        }
        throw tooLarge();
    }

    private static Object of(BigDecimal given) {
        if (given.signum() == 0) {
            return 0L;
        }
        if (given.unscaledValue().bitLength() > 4 * LONGEST_TEXT
                || (long) given.precision() - given.scale() > MOST_DIGITS) {
            throw tooLarge();
        }
        BigDecimal decimal = given.stripTrailingZeros();
        if (decimal.scale() > 0) {
            throw new IllegalArgumentException("a fraction is no shard key");
        }
        return normal(decimal.toBigIntegerExact());
    }

    /** Beyond these bounds neighbouring whole numbers share one floating-point number. */
    private static Object ofFloating(Number number) {
        double value = number.doubleValue();
        double bound = number instanceof Float ? EXACT_FLOATS : EXACT_DOUBLES;
        // Written so that NaN fails.
        if (!(Math.abs(value) < bound)) {
            throw new IllegalArgumentException("a floating-point number beyond " + (long) bound
                    + ", infinite or no number at all is no shard key; use a whole number");
        }
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException("a fraction is no shard key");
        }
        return (long) value;
    }

    private static Object normal(BigInteger whole) {
        if (whole.bitLength() > MOST_BITS) {
            throw tooLarge();
        }
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("a number of more than " + MOST_BITS + " bits is no shard key");
    }
}
