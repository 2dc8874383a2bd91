package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two nodes of eight threads draw ids; one is killed in the middle and started again. {@code -Dvirgo.ids.draws=1000000} has them draw
 * more than the usual 100,000.
 */
final class KilledNode {

    static final int DRAWS = Integer.getInteger("virgo.ids.draws", 100_000);

    private static final int THREADS = 8;

    private KilledNode() {}

    /** All ids that were drawn, at least {@link #DRAWS}; fails if one was drawn twice. */
    static List<String> distinctIds(Path folder, Class<? extends IdSource> source, Map<String, ?> settings)
            throws IOException, InterruptedException {
        int half = DRAWS / 2;
        List<String> ids = new ArrayList<>();
        try (IdProcess survivor = IdProcess.start(folder, "survivor", source, settings, THREADS, 3L * DRAWS);
                IdProcess killed = IdProcess.start(folder, "killed", source, settings, THREADS, Long.MAX_VALUE)) {
            survivor.awaitReady();
            killed.awaitReady();
            // Side by side, so that they meet; the survivor also meets the one that is started again.
            survivor.begin();
            killed.begin();
            killed.awaitIds(half / 3);
            killed.kill();
            ids.addAll(killed.drawn());
            try (IdProcess again =
                    IdProcess.start(folder, "again", source, settings, THREADS, Math.max(1000, half - ids.size()))) {
                again.awaitReady().begin();
                again.awaitEnd();
                ids.addAll(again.drawn());
            }
            survivor.awaitIds(half);
            survivor.end();
            survivor.awaitEnd();
            ids.addAll(survivor.drawn());
        }
        Set<String> seen = new HashSet<>();
        for (String id : ids) {
            if (!seen.add(id)) {
                throw new AssertionError("drawn twice: " + id);
            }
        }
        assertThat(ids).hasSizeGreaterThanOrEqualTo(DRAWS);
        return ids;
    }
}
