package io.virgo.example.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents of the project, and the places in the sources that they quote. */
final class Documents {

    /** A quotation: {@code <!-- snippet: file#tag -->} and the block of code after it. */
    record Snippet(Path document, String source, String text) {

        @Override
        public String toString() {
            return document.getFileName() + ": " + source;
        }
    }

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- snippet: (\\S+) -->\n```\\w+\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SNIPPET_MARK = Pattern.compile("<!-- snippet:");

    private Documents() {}

    static String read(String file) {
        return read(ROOT.resolve(file));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** README.md and the guide. */
    static List<Path> all() {
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), guide)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Snippet> snippets() {
        List<Snippet> snippets = new ArrayList<>();
        for (Path document : all()) {
            String text = read(document);
            Matcher matcher = SNIPPET.matcher(text);
            int found = 0;
            while (matcher.find()) {
                snippets.add(new Snippet(document, matcher.group(1), matcher.group(2)));
                found++;
            }
            if (found != SNIPPET_MARK.matcher(text).results().count()) {
                throw new AssertionError(document + " has a snippet comment without a block of code after it");
            }
        }
        return snippets;
    }

    /** What a snippet has to say: a whole file, or the lines between two tags, without their common indentation. */
    static String quoted(String source) {
        String[] fileAndTag = source.split("#");
        String text = read(fileAndTag[0]);
        if (fileAndTag.length == 1) {
            return text;
        }
        String tag = fileAndTag[1] + "[]";
        List<String> lines = text.lines()
                .dropWhile(line -> !line.strip().equals("// tag::" + tag))
                .skip(1)
                .takeWhile(line -> !line.strip().equals("// end::" + tag))
                .filter(line -> !line.strip().matches("// (tag|end)::.*"))
                .toList();
        if (lines.isEmpty()) {
            throw new AssertionError(source + " has no such tag");
        }
        return lines.stream().collect(Collectors.joining("\n")).stripIndent() + "\n";
    }

    /** The relative links of a document. */
    static List<Path> links(Path document) {
        return Pattern.compile("]\\(([^)#:]+)\\)")
                .matcher(read(document))
                .results()
                .map(link -> document.resolveSibling(link.group(1)).normalize())
                .toList();
    }
}
