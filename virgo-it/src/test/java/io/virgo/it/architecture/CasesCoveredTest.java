package io.virgo.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds the table of cases to what it says: a row for each number, and tests that exist. */
class CasesCoveredTest {

    /** Demanded, with a row, and still without a test; a number leaves this set with its first test. */
    private static final Set<String> OPEN = Set.of();

    private final TestSources tests = TestSources.read(Libraries.root());
    private CasesTable table = new CasesTable(List.of());

    @BeforeEach
    void read() throws IOException {
        table = CasesTable.read(Libraries.root().resolve("docs/cases-covered.md"));
    }

    private static Stream<String> numbers(String format, int... numbers) {
        return IntStream.of(numbers).mapToObj(format::formatted);
    }

    private static Stream<String> range(String format, int first, int last) {
        return numbers(format, IntStream.rangeClosed(first, last).toArray());
    }

    /** The cases, faults and features that version 0.1 has to cover. */
    static List<String> demanded() {
        return Stream.of(
                        range("C%02d", 1, 28),
                        range("C%02d", 35, 48),
                        numbers("C%02d", 70),
                        range("A%d", 1, 7),
                        range("A%d", 9, 15),
                        numbers("A%d", 17),
                        numbers("B%d", 1, 2, 3, 4, 6, 7),
                        numbers("F%d", 4, 5, 7, 8),
                        range("I%d", 1, 2),
                        range("000-%02d", 23, 26),
                        range("000-%02d", 31, 37),
                        numbers("000-%02d", 40),
                        range("001-%02d", 4, 16),
                        range("001-%02d", 21, 32))
                .flatMap(numbers -> numbers)
                .toList();
    }

    @Test
    void each_demanded_number_has_one_row() {
        assertThat(table.numbers()).doesNotHaveDuplicates().containsAll(demanded());
    }

    @Test
    void rows_are_in_order() {
        assertThat(table.numbers()).isSortedAccordingTo(CasesTable.ORDER);
    }

    @Test
    void each_row_but_the_open_ones_names_a_test() {
        assertThat(table.rows().stream().filter(row -> row.tests().isEmpty()).map(CasesTable.Row::number))
                .containsExactlyInAnyOrderElementsOf(OPEN);
    }

    @Test
    void each_test_that_is_named_exists() {
        assertThat(table.rows().stream()
                        .flatMap(row -> row.tests().stream()
                                .flatMap(test ->
                                        tests.problem(test).map(problem -> row.number() + ": " + problem).stream())))
                .isEmpty();
    }

    @Test
    void a_test_that_does_not_exist_is_reported() {
        assertThat(tests.problem("CasesCoveredTest#each_demanded_number_has_one_row"))
                .isEmpty();
        assertThat(tests.problem("io.virgo.it.architecture.CasesCoveredTest")).isEmpty();
        assertThat(tests.problem("CasesCoveredTest#gone")).contains("CasesCoveredTest has no test gone");
        assertThat(tests.problem("CasesCoveredTest#demanded")).contains("CasesCoveredTest has no test demanded");
        assertThat(tests.problem("GoneTest")).contains("no class GoneTest");
        assertThat(tests.problem("CallbackTest"))
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("several classes CallbackTest: ")
                        .contains("io.virgo.it.jpa.CallbackTest", "io.virgo.it.traps.CallbackTest"));
    }

    @Test
    void a_row_is_read_with_all_its_tests() throws IOException {
        Path planted = Files.createTempFile("cases", ".md");
        try {
            Files.writeString(
                    planted,
                    "# T\n\n| number | tests | outcome |\n|---|---|---|\n| C01 | `A#b`, `#c`; `x.D` | `no` test |\n");
            assertThat(CasesTable.read(planted).rows())
                    .containsExactly(new CasesTable.Row("C01", List.of("A#b", "A#c", "x.D")));
        } finally {
            Files.delete(planted);
        }
    }
}
