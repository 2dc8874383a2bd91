package io.virgo.example.route;

import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The keys of a command line: single ones and ranges of numbers, separated by commas, as in {@code 7,ann@example.org,1..1000}. */
final class Keys {

    private Keys() {}

    /** Gives the keys: whole numbers as numbers, all else as text. Both ends of a range belong to it. */
    static Stream<Object> of(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .flatMap(Keys::part);
    }

    private static Stream<Object> part(String part) {
        int dots = part.indexOf("..", 1);
        if (dots > 0 && isNumber(part.substring(0, dots)) && isNumber(part.substring(dots + 2))) {
            return LongStream.rangeClosed(
                            Long.parseLong(part.substring(0, dots)), Long.parseLong(part.substring(dots + 2)))
                    .mapToObj(number -> number);
        }
        return Stream.of(isNumber(part) ? (Object) Long.valueOf(part) : part);
    }

    private static boolean isNumber(String text) {
        return text.matches("-?\\d{1,18}");
    }
}
