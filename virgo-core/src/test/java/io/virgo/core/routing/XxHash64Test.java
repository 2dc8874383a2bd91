package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XxHash64Test {

    @ParameterizedTest
    @CsvSource({
        "'', ef46db3751d8e999",
        "a, d24ec4f1a98c6e5b",
        "abc, 44bc2cf5ad770999",
        "Nobody inspects the spammish repetition, fbcea83c8a378bf1",
        "The quick brown fox jumps over the lazy dog, 0b242d361fda71bc"
    })
    void publishedResultsAreMet(String text, String hash) {
        assertEquals(hash, String.format("%016x", XxHash64.of(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** The vectors of the reference implementation's own sanity check, over its generator of bytes. */
    @ParameterizedTest
    @CsvSource({
        "0, ef46db3751d8e999",
        "1, e934a84adb052768",
        "4, 9136a0dca57457ee",
        "14, 8282dcc4994e35c8",
        "222, b641ae8cb691c174"
    })
    void vectorsOfTheReferenceAreMet(int length, String hash) {
        byte[] bytes = new byte[length];
        long generator = 2_654_435_761L;
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (generator >>> 56);
            generator *= 0x9E3779B185EBCA8DL;
        }
        assertEquals(hash, String.format("%016x", XxHash64.of(bytes)));
    }

    @Test
    void aNumberIsHashedLikeItsBytes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            long number = random.nextLong();
            byte[] bytes = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(number)
                    .array();
            assertEquals(XxHash64.of(bytes), XxHash64.of(number), () -> "seed 1, number " + number);
        }
    }
}
