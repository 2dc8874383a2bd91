package io.virgo.core.routing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash XXH64 with seed 0, as published by Yann Collet in the xxHash specification 0.1.1. Its results may never change: rows are found
 * by them.
 */
final class XxHash64 {

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private static final long SUM_OF_1_AND_2 = 0x60EA27EEADC0B5D6L;

    private static final int STRIPE = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private XxHash64() {}

    /** The hash of the eight bytes of a number, the lowest first. */
    static long of(long number) {
        return avalanche(mix8(PRIME_5 + Long.BYTES, number));
    }

    static long of(byte[] bytes) {
        int at = 0;
        long hash;
        if (bytes.length >= STRIPE) {
            long lane1 = SUM_OF_1_AND_2;
            long lane2 = PRIME_2;
            long lane3 = 0;
            long lane4 = -PRIME_1;
            for (; at <= bytes.length - STRIPE; at += STRIPE) {
                lane1 = round(lane1, (long) LONGS.get(bytes, at));
                lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
                lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
                lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(lane1, 1)
                    + Long.rotateLeft(lane2, 7)
                    + Long.rotateLeft(lane3, 12)
                    + Long.rotateLeft(lane4, 18);
            hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4);
        } else {
            hash = PRIME_5;
        }
        return avalanche(rest(hash + bytes.length, bytes, at));
    }

    private static long rest(long start, byte[] bytes, int from) {
        long hash = start;
        int at = from;
        for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            hash = mix8(hash, (long) LONGS.get(bytes, at));
        }
        if (at <= bytes.length - Integer.BYTES) {
            hash ^= ((int) INTS.get(bytes, at) & 0xFFFFFFFFL) * PRIME_1;
            hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < bytes.length; at++) {
            hash ^= (bytes[at] & 0xFF) * PRIME_5;
            hash = Long.rotateLeft(hash, 11) * PRIME_1;
        }
        return hash;
    }

    private static long mix8(long hash, long lane) {
        return Long.rotateLeft(hash ^ round(0, lane), 27) * PRIME_1 + PRIME_4;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }

    private static long avalanche(long mixed) {
        long hash = mixed;
        hash = (hash ^ (hash >>> 33)) * PRIME_2;
        hash = (hash ^ (hash >>> 29)) * PRIME_3;
        return hash ^ (hash >>> 32);
    }
}
