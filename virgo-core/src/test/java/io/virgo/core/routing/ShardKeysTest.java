package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardKeysTest {

    private static final UUID SOME_UUID = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

    private static String refused(Object key) {
        return assertThrows(IllegalArgumentException.class, () -> ShardKeys.normalise(key), () -> "" + key)
                .getMessage();
    }

    private static String refused(Object key, Class<?> type) {
        return assertThrows(IllegalArgumentException.class, () -> ShardKeys.normalise(key, type), () -> "" + key)
                .getMessage();
    }

    @Test
    void equalNumbersBecomeEqual() {
        for (Object seven : List.of(
                7,
                (short) 7,
                (byte) 7,
                7.0,
                7.0f,
                BigInteger.valueOf(7),
                new BigDecimal("7.000"),
                new BigDecimal("70e-1"),
                new AtomicLong(7),
                new AtomicInteger(7))) {
            assertEquals(7L, ShardKeys.normalise(seven), () -> seven.getClass().getName());
            assertEquals("7", ShardKeys.normalise(seven, String.class));
        }
        for (String seven : List.of("7", " 7 ", "+7", "007", "7.0", "0.7e1")) {
            for (Class<?> type : List.of(long.class, Long.class, int.class, double.class, BigDecimal.class)) {
                assertEquals(7L, ShardKeys.normalise(seven, type), seven);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-9223372036854775808", "9223372036854775807", "-1", "-1000", "0"})
    void extremesStayWhatTheyAre(String number) {
        long expected = Long.parseLong(number);
        assertEquals(expected, ShardKeys.normalise(new BigInteger(number)));
        assertEquals(expected, ShardKeys.normalise(new BigDecimal(number)));
        assertEquals(expected, ShardKeys.normalise(number, Long.class));
    }

    @Test
    void numbersBeyondLongAreBigAndEqualToo() {
        BigInteger big = BigInteger.TWO.pow(63);
        assertEquals(big, ShardKeys.normalise(big));
        assertEquals(big, ShardKeys.normalise(new BigDecimal(big).setScale(3)));
        assertEquals(big, ShardKeys.normalise(big.toString(), BigInteger.class));
        BigInteger hundred = BigInteger.TEN.pow(100);
        assertEquals(hundred, ShardKeys.normalise(new BigDecimal("1e100")));
        assertEquals(0L, ShardKeys.normalise(new BigDecimal("0e1000000000")));
        assertEquals(0L, ShardKeys.normalise(-0.0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e1000000000",
                "-1e1000000000",
                "1e2147483647",
                "1000e2147483644",
                "1e-1000000000",
                "1e-2147483647",
                "1e309"
            })
    void hugeExponentsNeitherHangNorFillTheMemory(String text) {
        // Not a measurement: without the check these run for minutes or end in an OutOfMemoryError.
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            refused(text, Long.class);
            refused(new BigDecimal(text));
        });
    }

    @Test
    void longTextsAndManyDigitsAreRefused() {
        refused("9".repeat(5_000_000), Long.class);
        refused(BigInteger.ONE.shiftLeft(5_000_000));
        refused(new BigDecimal(BigInteger.ONE.shiftLeft(5_000_000), 5_000_000));
        assertEquals(BigInteger.ONE.shiftLeft(1023), ShardKeys.normalise(BigInteger.ONE.shiftLeft(1023)));
        refused(BigInteger.ONE.shiftLeft(1024));
    }

    @Test
    void floatingPointNumbersThatStandForManyAreRefused() {
        assertEquals((1L << 53) - 1, ShardKeys.normalise((double) (1L << 53) - 1));
        for (Object number : List.of(
                (double) (1L << 53),
                1e300,
                (float) (1 << 24),
                Double.NaN,
                Float.NaN,
                Double.POSITIVE_INFINITY,
                0.5,
                1e-9f)) {
            refused(number);
        }
    }

    @Test
    void whatIsNoKeyIsRefusedWithItsType() {
        assertEquals("the shard key is null", refused(null));
        for (Object key : List.of(
                Instant.EPOCH,
                LocalDateTime.MIN,
                new java.util.Date(0),
                new java.sql.Timestamp(0),
                true,
                new byte[1],
                new StringBuilder("x"),
                Set.of(1),
                new LongAdder())) {
            assertEquals(true, refused(key).contains(key.getClass().getName()), () -> refused(key));
        }
        refused(List.of());
        refused(Arrays.asList(1, null));
        refused(List.of(List.of(0.5)));
    }

    @Test
    void compositesAndConstantsHaveOneForm() {
        assertEquals(
                List.of("SECONDS", 7L, List.of("x", SOME_UUID)),
                ShardKeys.normalise(List.of(TimeUnit.SECONDS, 7, Arrays.asList('x', SOME_UUID))));
        assertEquals(LocalDate.of(2026, 12, 1), ShardKeys.normalise(java.sql.Date.valueOf(LocalDate.of(2026, 12, 1))));
    }

    @Test
    void textsAreReadAsTheirAttributeIs() {
        assertEquals(SOME_UUID, ShardKeys.normalise(SOME_UUID.toString(), UUID.class));
        assertEquals(SOME_UUID, ShardKeys.normalise(SOME_UUID.toString().toUpperCase(Locale.ROOT), UUID.class));
        assertEquals(LocalDate.of(2026, 12, 1), ShardKeys.normalise("2026-12-01", LocalDate.class));
        assertEquals("SECONDS", ShardKeys.normalise("SECONDS", TimeUnit.class));
        assertEquals("SECONDS", ShardKeys.normalise(TimeUnit.SECONDS, TimeUnit.class));
        assertEquals("x", ShardKeys.normalise('x', String.class));
        assertEquals("x", ShardKeys.normalise("x", char.class));
        assertEquals("007", ShardKeys.normalise("007", String.class));
    }

    @Test
    void whatDoesNotFitItsAttributeIsRefusedWithoutTheKey() {
        String secret = "ann@example.org";
        for (Class<?> type : List.of(long.class, UUID.class, LocalDate.class, TimeUnit.class, char.class)) {
            assertFalse(refused(secret, type).contains(secret), () -> refused(secret, type));
        }
        // The JDK takes this for a UUID, and cuts its first part.
        refused("1123e4567-e89b-12d3-a456-42661417400", UUID.class);
        refused("1-1-1-1-1", UUID.class);
        refused(7, UUID.class);
        refused(7, TimeUnit.class);
        refused(Thread.State.NEW, TimeUnit.class);
        refused(SOME_UUID, String.class);
        refused(SOME_UUID, Long.class);
        refused(TimeUnit.SECONDS, Long.class);
        refused(null, Long.class);
    }
}
