package io.virgo.it.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The test classes of all modules, as sources, for those of other modules are not on the class path. */
record TestSources(Map<String, Path> classes) {

    static TestSources read(Path root) {
        Map<String, Path> classes = new TreeMap<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path sources :
                    modules.map(module -> module.resolve("src/test/java")).toList()) {
                if (Files.isDirectory(sources)) {
                    add(sources, classes);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TestSources(Map.copyOf(classes));
    }

    private static void add(Path sources, Map<String, Path> classes) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> classes.put(
                            sources.relativize(file)
                                    .toString()
                                    .replace(".java", "")
                                    .replace('/', '.')
                                    .replace('\\', '.'),
                            file));
        }
    }

    /** What is wrong with {@code Class} or {@code Class#method}, where the class is named in full or by a name that is unique. */
    Optional<String> problem(String test) {
        String[] parts = test.split("#", 2);
        List<String> names = new ArrayList<>(classes.keySet().stream()
                .filter(name -> name.equals(parts[0]) || name.endsWith("." + parts[0]))
                .sorted()
                .toList());
        if (names.isEmpty()) {
            return Optional.of("no class " + parts[0]);
        }
        if (names.size() > 1) {
            return Optional.of("several classes " + parts[0] + ": " + names);
        }
        return parts.length == 1 || hasTest(classes.get(names.get(0)), parts[1])
                ? Optional.empty()
                : Optional.of(parts[0] + " has no test " + parts[1]);
    }

    /** A test's annotation stands in the lines directly above its method. */
    private static boolean hasTest(Path source, String method) {
        try {
            return Pattern.compile("@(Parameterized|Repeated)?Test\\b(?:(?!\\n\\s*\\n)[\\s\\S])*? void "
                            + Pattern.quote(method) + "\\(")
                    .matcher(Files.readString(source))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
