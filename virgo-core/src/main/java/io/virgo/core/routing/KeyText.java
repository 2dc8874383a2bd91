package io.virgo.core.routing;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The text under which a directory stores a key: the letter of its {@link KeyKind}, a colon, and its value, so that 7 and "7" are different
 * keys. What a database's collation might take for equal is escaped: every character but the small letters, the digits and
 * {@code . _ - @ + , = :} of ASCII stands as {@code %} with two hexadecimal digits or, beyond 255, as {@code %u} with four. A composite has
 * each part with its length before it. This may never change. Stateless.
 */
final class KeyText {

    /** The width of the column. */
    static final int LONGEST = 500;

    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789._-@+,=:";

    private KeyText() {}

    /** Throws if the text does not fit its column; the message does not hold the key. */
    static String of(Object normal) {
        String text = escaped(plain(normal));
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("the key's text is longer than the " + LONGEST
                    + " characters of its column; capitals and characters beyond ASCII count as three or six");
        }
        return text;
    }

    private static String plain(Object normal) {
        KeyKind kind = KeyKind.of(normal);
        if (kind == KeyKind.COMPOSITE) {
            return ((List<?>) normal)
                    .stream()
                            .map(part -> plain(part))
                            .map(part -> part.length() + "=" + part)
                            .collect(Collectors.joining(",", "l:", ""));
        }
        return kind.letter() + ":" + normal;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (PLAIN.indexOf(c) >= 0) {
                escaped.append(c);
            } else {
                escaped.append(String.format(Locale.ROOT, c <= 0xFF ? "%%%02x" : "%%u%04x", (int) c));
            }
        }
        return escaped.toString();
    }
}
