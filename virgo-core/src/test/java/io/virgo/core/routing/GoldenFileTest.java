package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pins the results of each router, for rows are found by them. A result that changes is a fault of the change, never of the file. The files
 * are written anew only for a new router: {@code -Dvirgo.golden.write=<folder>}.
 */
class GoldenFileTest {

    private static final ShardAccess SHARDS = RouterFixture.shards("ap", "eu", "us");

    static Stream<Arguments> routers() {
        return Stream.of(
                Arguments.of("modulo", keys(), new Object[] {"type", "modulo", "shards", "eu:2,us,ap"}),
                Arguments.of("modulo-hash", keys(), new Object[] {"type", "modulo", "shards", "eu,us", "hash", "true"}),
                Arguments.of("range-number", numbers(1_200), new Object[] {
                    "type", "range", "ranges", "..-5:ap,-5..500:eu,500..:us"
                }),
                Arguments.of("range-date", dates(1_000), new Object[] {
                    "type",
                    "range",
                    "bounds",
                    "date",
                    "ranges",
                    "..1970-01-01:ap,1970-01-01..2026-12-01:eu,2026-12-01..:us"
                }),
                Arguments.of("range-string", strings(1_000), new Object[] {
                    "type", "range", "bounds", "string", "ranges", "..m:eu,m..:us"
                }),
                Arguments.of("ring", keys(), new Object[] {"type", "ring", "nodes", "n1:eu,n2:us:2,n3:ap"}),
                Arguments.of("slots", keys(), new Object[] {"type", "slots", "map", "0-499:eu,500-899:us,900-999:ap"}),
                Arguments.of("slots-hash", keys(), new Object[] {
                    "type", "slots", "slots", "64", "hash", "true", "map", "0-31:eu,32-47:us,48-63:ap"
                }),
                Arguments.of("groups", numbers(1_200), new Object[] {
                    "type",
                    "groups",
                    "groups",
                    "g1:..600,g2:600..",
                    "group.g1.shards",
                    "eu:3,us:1",
                    "group.g2.shards",
                    "ap,us"
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routers")
    void resultsAreThoseOfTheFile(String name, List<Object> keys, Object[] settings) throws IOException {
        assertFile(name, keys, RouterFixture.router(SHARDS, settings)::shardOf);
    }

    /** A directory's rows are found by the text of the key. */
    @Test
    void textsOfADirectoryAreThoseOfTheFile() throws IOException {
        assertFile("directory", keys(), KeyText::of);
    }

    private static void assertFile(String name, List<Object> keys, Function<Object, String> result) throws IOException {
        List<String> lines = keys.stream()
                .map(key -> kind(key) + " " + key + " -> " + result.apply(key))
                .toList();
        assertTrue(lines.size() >= 1_000, () -> name + " has " + lines.size() + " keys");
        String folder = System.getProperty("virgo.golden.write");
        if (folder != null) {
            Files.write(Path.of(folder, name + ".txt"), lines, StandardCharsets.UTF_8);
        }
        List<String> pinned = file(name);
        List<String> changed = IntStream.range(0, Math.max(lines.size(), pinned.size()))
                .filter(i ->
                        i >= lines.size() || i >= pinned.size() || !lines.get(i).equals(pinned.get(i)))
                .mapToObj(i -> (i < pinned.size() ? pinned.get(i) : "nothing") + " became "
                        + (i < lines.size() ? lines.get(i) : "nothing"))
                .toList();
        assertTrue(
                changed.isEmpty(),
                () -> changed.size() + " results of " + name + " changed, the first ones: "
                        + changed.subList(0, Math.min(5, changed.size())));
    }

    private static String kind(Object key) {
        return key instanceof List ? "composite" : key.getClass().getSimpleName();
    }

    private static List<String> file(String name) throws IOException {
        try (InputStream in = GoldenFileTest.class.getResourceAsStream(name + ".txt")) {
            assertTrue(in != null, () -> "no file " + name + ".txt");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static List<Object> keys() {
        List<Object> keys = new ArrayList<>(numbers(700));
        keys.addAll(strings(200));
        for (int i = 0; i < 100; i++) {
            keys.add(UUID.nameUUIDFromBytes(("uuid " + i).getBytes(StandardCharsets.UTF_8)));
        }
        keys.addAll(dates(100));
        for (long i = 0; i < 100; i++) {
            keys.add(List.of("tenant " + i % 7, i));
        }
        return keys;
    }

    private static List<Object> numbers(int count) {
        List<Object> numbers = new ArrayList<>(List.of(
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                Long.MAX_VALUE,
                (long) Integer.MIN_VALUE,
                (long) Integer.MAX_VALUE,
                -1L,
                -2L,
                -3L,
                -4L,
                -5L,
                -6L,
                -999L,
                -1000L,
                -1001L));
        for (int i = 0; i < 60; i++) {
            numbers.add(BigInteger.ONE.shiftLeft(64 + i));
            numbers.add(BigInteger.ONE.shiftLeft(64 + i).negate());
        }
        for (long i = 0; numbers.size() < count; i++) {
            numbers.add(i);
            if (i > 300) {
                numbers.add(mixed(i));
            }
        }
        return numbers;
    }

    /** Spread over all numbers, the same in every run and in every order of the tests. */
    private static long mixed(long i) {
        return new SplittableRandom(i).nextLong();
    }

    private static List<Object> strings(int count) {
        List<Object> strings = new ArrayList<>(List.of("", " ", "polygenelubricants", "7", "é", "日本", "\uD83D\uDE00"));
        for (int i = 0; strings.size() < count; i++) {
            strings.add((char) ('a' + i % 26) + "user-" + i + "@example.org");
        }
        return strings;
    }

    private static List<Object> dates(int count) {
        List<Object> dates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            dates.add(LocalDate.of(1969, 1, 1).plusDays(i * 23L));
        }
        return dates;
    }
}
