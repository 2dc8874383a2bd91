package io.virgo.it.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The table in {@code docs/cases-covered.md}: in each row a number, then in quotes the tests that cover it. */
record CasesTable(List<Row> rows) {

    /** A number and its tests, each {@code Class} or {@code Class#method}. */
    record Row(String number, List<String> tests) {}

    /** Cases, then faults, then features, each by their numbers. */
    static final Comparator<String> ORDER = Comparator.<String>comparingInt(CasesTable::list)
            .thenComparing(number -> number.replaceAll("\\d+$", ""))
            .thenComparingInt(number -> Integer.parseInt(number.replaceAll("^.*?(\\d+)$", "$1")));

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z0-9][0-9-]*) \\|([^|]*)\\|.*");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private static int list(String number) {
        return number.startsWith("C") ? 0 : Character.isDigit(number.charAt(0)) ? 2 : 1;
    }

    static CasesTable read(Path file) throws IOException {
        return new CasesTable(Files.readAllLines(file).stream()
                .map(ROW::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> new Row(matcher.group(1), tests(matcher.group(2))))
                .toList());
    }

    /** A quote that begins with {@code #} is of the class before it. */
    private static List<String> tests(String cell) {
        List<String> tests = new ArrayList<>();
        String type = "";
        for (String quoted : QUOTED.matcher(cell)
                .results()
                .map((MatchResult r) -> r.group(1))
                .toList()) {
            if (!quoted.startsWith("#")) {
                type = quoted.replaceAll("#.*", "");
            }
            tests.add(quoted.startsWith("#") ? type + quoted : quoted);
        }
        return List.copyOf(tests);
    }

    List<String> numbers() {
        return rows.stream().map(Row::number).toList();
    }
}
