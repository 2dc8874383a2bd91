package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bytes that are hashed and the texts that are stored, as documented. */
class KeyFormsTest {

    private static final UUID SOME_UUID = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

    private static void assertHashed(String hex, Object key) {
        assertEquals(XxHash64.of(HexFormat.of().parseHex(hex)), KeyHash.of(key), key::toString);
    }

    @Test
    void theBytesOfAHashAreTheDocumentedOnes() {
        assertHashed("0700000000000000", 7L);
        assertHashed("ffffffffffffffff", -1L);
        assertHashed("010000000000000000", BigInteger.ONE.shiftLeft(64));
        assertHashed("c3a9", "é");
        assertHashed("123e4567e89b12d3a456426614174000", SOME_UUID);
        assertHashed("0100000000000000", LocalDate.of(1970, 1, 2));
        assertHashed("7300000001" + "37" + "6e00000008" + "0700000000000000", List.of("7", 7L));
        assertHashed(
                "6c0000000d" + "6400000008" + "0100000000000000" + "7500000010" + "123e4567e89b12d3a456426614174000",
                List.of(List.of(LocalDate.of(1970, 1, 2)), SOME_UUID));
    }

    @Test
    void keysOfDifferentKindsHaveDifferentTexts() {
        assertEquals("n:7", KeyText.of(7L));
        assertEquals("n:-7", KeyText.of(-7L));
        assertEquals("b:18446744073709551616", KeyText.of(BigInteger.ONE.shiftLeft(64)));
        assertEquals("s:7", KeyText.of("7"));
        assertEquals("u:" + SOME_UUID, KeyText.of(SOME_UUID));
        assertEquals("d:2026-12-01", KeyText.of(LocalDate.of(2026, 12, 1)));
        assertEquals("l:3=s:7,3=n:7,7=l:3=s:x", KeyText.of(List.of("7", 7L, List.of("x"))));
    }

    @Test
    void whatACollationMayTakeForEqualIsEscaped() {
        assertEquals("s:ann@example.org", KeyText.of("ann@example.org"));
        assertEquals("s:%41nn@example.org", KeyText.of("Ann@example.org"));
        assertEquals("s:x%20", KeyText.of("x "));
        assertEquals("s:%e9%25", KeyText.of("é%"));
        assertEquals("s:%u65e5%ud83d%ude00", KeyText.of("日\uD83D\uDE00"));
        Set<String> texts = new HashSet<>();
        for (int c = 0; c <= 0xFFFF; c++) {
            String text = KeyText.of("" + (char) c);
            assertTrue(texts.add(text), text);
            assertTrue(text.chars().allMatch(each -> each > ' ' && each < 127 && !Character.isUpperCase(each)), text);
        }
    }

    @Test
    void aTextTooLongForItsColumnIsRefusedWithoutTheKey() {
        assertEquals(500, KeyText.of("x".repeat(498)).length());
        String message = assertThrows(IllegalArgumentException.class, () -> KeyText.of("x".repeat(499)))
                .getMessage();
        assertFalse(message.contains("xxx"), message);
        assertThrows(IllegalArgumentException.class, () -> KeyText.of("X".repeat(167)));
    }
}
