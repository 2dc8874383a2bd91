package io.virgo.it.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each change of the public API must show in a golden file, where a reviewer sees it. */
class PublicApiTest {
    private static final Path GOLDEN = Path.of("src/test/resources/api");
    private static final String UPDATE = "virgo.api.update";

    @ParameterizedTest
    @ValueSource(strings = {"core", "jpa", "bulk"})
    void public_api_is_the_recorded_one(String library) throws IOException {
        PublicApi actual = PublicApi.ofModule("io.virgo." + library);
        Path golden = GOLDEN.resolve("virgo-" + library + ".txt");
        if (Boolean.getBoolean(UPDATE)) {
            Files.createDirectories(GOLDEN);
            Files.write(golden, actual.lines());
        }
        List<String> recorded = Files.exists(golden) ? Files.readAllLines(golden) : List.of();
        List<String> changes = PublicApi.parse(recorded).changesTo(actual);
        if (!changes.isEmpty()) {
            fail("The public API of virgo-" + library + " changed:\n\n" + String.join("\n", changes)
                    + "\n\nIf that is intended, renew the file virgo-it/" + golden + " with\n"
                    + "  mvn verify -pl virgo-it -am -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false -D"
                    + UPDATE + "=true\nand commit it with the change.");
        }
        assertEquals(recorded, actual.lines(), "Order or layout of " + golden);
    }

    @Test
    void types_and_members_are_written_like_java() {
        assertEquals(
                List.of(
                        "public abstract sealed class io.virgo.it.api.Planted<T extends Comparable<? super T>>"
                                + " extends java.util.ArrayList<@Nullable T> implements AutoCloseable",
                        "  protected Planted(int, String...) throws java.io.IOException",
                        "  public <R> @Nullable R last(java.util.Map<String, ? extends T>, byte[])",
                        "  public abstract void close()",
                        "  public static final String KEY = \"planted.key\"",
                        "",
                        "public record io.virgo.it.api.Planted.Pair(String, @Nullable Integer)",
                        "  public @Nullable Integer right()",
                        "  public Pair(String, @Nullable Integer)",
                        "  public String left()",
                        "  public final String toString()",
                        "  public final boolean equals(Object)",
                        "  public final int hashCode()",
                        ""),
                PublicApi.of(List.of(Planted.class, Planted.Pair.class, Planted.Hidden.class))
                        .lines());
    }

    @Test
    void a_change_is_reported_with_the_type_it_belongs_to() {
        PublicApi before = PublicApi.parse(List.of("class A", "  void a()", "  void b()", "", "class B", "  void c()"));
        PublicApi after = PublicApi.parse(List.of("class A", "  void a()", "  int b()", "", "class C"));
        assertEquals(
                List.of("  class A", "-   void b()", "+   int b()", "- class B", "-   void c()", "+ class C"),
                before.changesTo(after));
    }

    @Test
    void lines_are_read_back_as_they_were_written() {
        PublicApi planted = PublicApi.of(List.of(Planted.class, Planted.Pair.class));
        assertEquals(planted, PublicApi.parse(planted.lines()));
    }
}
