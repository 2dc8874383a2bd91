package io.virgo.it.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

class SizeTest {
    private static final int GOAL_BODY = 25;

    @Test
    void files_and_methods_keep_the_limits() {
        assertEquals(List.of(), SizeLimits.violations(Libraries.sources()));
    }

    /** Goals, not limits: half of the files within 70 lines, method bodies within 25. */
    @Test
    void the_goals_are_reported(TestReporter reporter) {
        List<SourceFile> files = SourceFile.read(Libraries.sources());
        List<Integer> lengths = files.stream().map(SourceFile::lines).sorted().toList();
        reporter.publishEntry("files", String.valueOf(lengths.size()));
        reporter.publishEntry("median lines a file", String.valueOf(lengths.get(lengths.size() / 2)));
        files.stream()
                .flatMap(file -> file.bodies().stream())
                .filter(body -> body.lines() > GOAL_BODY)
                .forEach(body -> reporter.publishEntry("longer than the goal", body.toString()));
    }

    @Test
    void a_file_and_a_method_over_the_limit_are_reported(@TempDir Path folder) throws IOException {
        String body = "        count++;\n".repeat(SizeLimits.BODY + 1);
        String padding = "    // padding\n".repeat(SizeLimits.FILE);
        Path planted = Files.writeString(
                folder.resolve("Planted.java"),
                "class Planted {\n    int count;\n    void grow() {\n" + body + "    }\n" + padding + "}\n");
        assertEquals(
                List.of(
                        "Planted.java has 446 lines, the limit is 400",
                        "Planted.java:3 grow has 41 lines, the limit is 40"),
                SizeLimits.violations(List.of(planted)));
    }

    @Test
    void a_file_and_a_method_at_the_limit_pass(@TempDir Path folder) throws IOException {
        String body = "        count++;\n".repeat(SizeLimits.BODY);
        String padding = "    // padding\n".repeat(SizeLimits.FILE - SizeLimits.BODY - 5);
        Path source = Files.writeString(
                folder.resolve("Fitting.java"),
                "class Fitting {\n    int count;\n    void grow() {\n" + body + "    }\n" + padding + "}\n");
        assertEquals(List.of(), SizeLimits.violations(List.of(source)));
        assertEquals(SizeLimits.FILE, SourceFile.read(List.of(source)).get(0).lines());
    }
}
