package io.virgo.core.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** How a time is written in a setting: a number of milliseconds, an ISO-8601 duration such as {@code PT5S}, or a {@link Duration}. */
public final class Durations {

    private Durations() {}

    /**
     * Reads a time.
     *
     * @param value the setting's value
     * @return the time, of whatever length and sign; null if the value is none, or is no time
     */
    public static @Nullable Duration read(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Duration duration) {
            return duration;
        }
        String text = value.toString().strip();
        try {
            return Duration.ofMillis(Long.parseLong(text));
        } catch (NumberFormatException notMillis) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException notIso) {
                return null;
            }
        }
    }
}
