package io.virgo.it.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How long a file and a method may be; see CONTRIBUTING.md. */
final class SizeLimits {
    static final int FILE = 400;
    static final int BODY = 40;

    private SizeLimits() {}

    static List<String> violations(List<Path> sources) {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : SourceFile.read(sources)) {
            if (file.lines() > FILE) {
                violations.add(file.path().getFileName() + " has " + file.lines() + " lines, the limit is " + FILE);
            }
            file.bodies().stream()
                    .filter(body -> body.lines() > BODY)
                    .forEach(body -> violations.add(body + ", the limit is " + BODY));
        }
        return violations;
    }
}
