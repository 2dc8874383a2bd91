package io.virgo.core.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The legal settings of the checks of the mapping. */
final class LintSettings {

    private static final List<String> KEYS = List.of(
            VirgoSettings.LINT_PREFIX + "identity-id",
            VirgoSettings.LINT_PREFIX + "association-leaves-aggregate",
            VirgoSettings.LINT_PREFIX + "unique-without-key",
            VirgoSettings.LINT_PREFIX + "shard-key-updatable",
            VirgoSettings.LINT_PREFIX + "shard-key-nullable",
            VirgoSettings.LINT_PREFIX + "cacheable-query",
            VirgoSettings.LINT_PREFIX + "reference-without-version");

    private static final List<String> SEVERITIES = List.of("error", "warning", "off");

    private LintSettings() {}

    /** Null if the setting can work. */
    static @Nullable String problem(String key, Object value) {
        if (!KEYS.contains(key)) {
            return "unknown key; the nearest legal one is " + NearestKey.of(key, KEYS);
        }
        return SEVERITIES.contains(value.toString()) ? null : "'" + value + "' is unknown; legal are " + SEVERITIES;
    }
}
