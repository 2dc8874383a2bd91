package io.virgo.example.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String text() {
        return printed.toString(StandardCharsets.UTF_8).replaceAll("[\\d,]+ rows/s", "N rows/s");
    }

    @Test
    void printsALineForEachTenthWithoutATerminal() {
        Progress progress = new Progress(out, false, 4_000);
        progress.add(1_000);
        progress.add(10);
        progress.add(2_990);
        assertThat(text().lines())
                .containsExactly(
                        "25 %  1,000 of 4,000 rows  N rows/s".indent(1).stripTrailing(),
                        "100 %  4,000 of 4,000 rows  N rows/s");
    }

    @Test
    void redrawsOneBarOnATerminal() {
        Progress progress = new Progress(out, true, 4_000);
        progress.add(2_000);
        progress.add(2_000);
        assertThat(text())
                .isEqualTo("\r[###############...............]  50 %  2,000 of 4,000 rows  N rows/s   "
                        + "\r[##############################] 100 %  4,000 of 4,000 rows  N rows/s   "
                        + System.lineSeparator());
    }
}
