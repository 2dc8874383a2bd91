package io.virgo.it.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The three libraries as the rules see them: their classes on the class path and their sources in the repository. */
final class Libraries {
    private static final List<String> MODULES = List.of("virgo-core", "virgo-jpa", "virgo-bulk");

    private Libraries() {}

    static JavaClasses classes() {
        return new ClassFileImporter().importPackages("io.virgo.core", "io.virgo.jpa", "io.virgo.bulk");
    }

    static List<Path> sources() {
        return MODULES.stream()
                .flatMap(module -> sourcesIn(root().resolve(module).resolve("src/main/java")).stream())
                .toList();
    }

    static List<Path> sourcesIn(Path folder) {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (Files.notExists(folder.resolve("virgo-core"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("Run the tests inside the repository: no folder virgo-core found above "
                        + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }
}
