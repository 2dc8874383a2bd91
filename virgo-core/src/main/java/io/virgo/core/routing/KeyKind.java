package io.virgo.core.routing;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** The kinds of keys in their normal form, with the letter that stands for each in hashes and tables; it may never change. */
enum KeyKind {
    NUMBER('n'),
    BIG_NUMBER('b'),
    STRING('s'),
    UUID('u'),
    DATE('d'),
    COMPOSITE('l');

    private final char letter;

    KeyKind(char letter) {
        this.letter = letter;
    }

    char letter() {
        return letter;
    }

    static KeyKind of(Object normal) {
        if (normal instanceof Long) {
            return NUMBER;
        }
        if (normal instanceof BigInteger) {
            return BIG_NUMBER;
        }
        if (normal instanceof String) {
            return STRING;
        }
        if (normal instanceof UUID) {
            return UUID;
        }
        if (normal instanceof LocalDate) {
            return DATE;
        }
        if (normal instanceof List) {
            return COMPOSITE;
        }
        throw new IllegalArgumentException(
                "not in normal form: " + normal.getClass().getName());
    }
}
