package io.virgo.core.routing;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * The hash of a key in its normal form. Its bytes are: of a {@code long} its eight bytes, the lowest first; of a larger number the bytes of
 * its two's complement, the highest first; of a string its UTF-8 form; of a UUID its sixteen bytes, the highest first; of a date the day
 * counted from 1970-01-01, as a {@code long}; of a composite for each part one byte that tells its kind (n, b, s, u, d or l, in this order
 * of the kinds), the length of its bytes in four bytes, the highest first, and then these. This may never change: rows are found by it.
 */
final class KeyHash {

    private KeyHash() {}

    static long of(Object key) {
        if (key instanceof Long number) {
            return XxHash64.of(number);
        }
        if (key instanceof LocalDate date) {
            return XxHash64.of(date.toEpochDay());
        }
        return XxHash64.of(bytes(key));
    }

    /** A key's place among a number of equal parts; of whole numbers the remainder, never negative, unless all is to be hashed. */
    static int part(Object key, int parts, boolean hashed) {
        if (!hashed && key instanceof Long number) {
            return (int) Math.floorMod(number, (long) parts);
        }
        if (!hashed && key instanceof BigInteger number) {
            return number.mod(BigInteger.valueOf(parts)).intValue();
        }
        return (int) Long.remainderUnsigned(of(key), parts);
    }

    private static byte[] bytes(Object key) {
        if (key instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (key instanceof UUID uuid) {
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
        if (key instanceof BigInteger number) {
            return number.toByteArray();
        }
        if (key instanceof List<?> parts) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (Object part : parts) {
                byte[] bytes = partBytes(part);
                joined.write(KeyKind.of(part).letter());
                joined.writeBytes(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                joined.writeBytes(bytes);
            }
            return joined.toByteArray();
        }
        throw new IllegalArgumentException(
                "not in normal form: " + key.getClass().getName());
    }

    private static byte[] partBytes(Object part) {
        if (part instanceof Long number) {
            return ByteBuffer.allocate(Long.BYTES)
                    .putLong(Long.reverseBytes(number))
                    .array();
        }
        if (part instanceof LocalDate date) {
            return partBytes(date.toEpochDay());
        }
        return bytes(part);
    }
}
