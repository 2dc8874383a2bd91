package io.virgo.core.pool;

import io.virgo.core.settings.Durations;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How long a caller waits for a connection of one shard: what the shard's pool is set to, otherwise Virgo's setting, otherwise 30 s. */
final class AcquisitionTimeout {

    static final Duration STANDARD = Duration.ofSeconds(30);

    private static final String AGROAL = "hibernate.agroal.";

    private static final Map<String, String> POOL_KEYS = Map.of(
            "hibernate.c3p0.",
            "hibernate.c3p0.checkoutTimeout",
            "hibernate.hikari.",
            "hibernate.hikari.connectionTimeout",
            AGROAL,
            "hibernate.agroal.acquisitionTimeout");

    /** Agroal takes numbers too, by keys that end with their unit. */
    private static final Map<String, ChronoUnit> AGROAL_ENDINGS =
            Map.of("_ms", ChronoUnit.MILLIS, "_s", ChronoUnit.SECONDS, "_m", ChronoUnit.MINUTES);

    /** Pools count milliseconds as an int. */
    private static final Duration LONGEST = Duration.ofDays(24);

    private AcquisitionTimeout() {}

    /** Gives a pool the time-out, unless its settings have one. Agroal wants ISO-8601, the others a number of milliseconds. */
    static void complete(Map<String, Object> settings, String poolPrefix, Duration timeout) {
        if (!poolPrefix.isEmpty() && set(settings, poolPrefix) == null) {
            String value = poolPrefix.equals(AGROAL) ? timeout.toString() : String.valueOf(timeout.toMillis());
            settings.putIfAbsent(key(poolPrefix), value);
        }
    }

    private static String key(String poolPrefix) {
        return Objects.requireNonNull(POOL_KEYS.get(poolPrefix));
    }

    /** Gives the limit in force for a shard with the settings and the pool with the prefix, which is empty for other pools. */
    static Duration of(Map<String, Object> settings, String poolPrefix, Duration standard) {
        Duration set = poolPrefix.isEmpty() ? null : set(settings, poolPrefix);
        if (set == null || set.isZero() || set.isNegative()) {
            return standard;
        }
        return set.compareTo(LONGEST) > 0 ? LONGEST : set;
    }

    private static @Nullable Duration set(Map<String, Object> settings, String poolPrefix) {
        String key = key(poolPrefix);
        if (poolPrefix.equals(AGROAL)) {
            for (Map.Entry<String, ChronoUnit> ending : AGROAL_ENDINGS.entrySet()) {
                Duration number = Durations.read(settings.get(key + ending.getKey()));
                if (number != null) {
                    return ending.getValue().getDuration().multipliedBy(number.toMillis());
                }
            }
        }
        return Durations.read(settings.get(key));
    }

    /** Reads Virgo's own setting; a wrong value becomes a problem. */
    static Duration standard(Map<String, ?> all, Problems problems) {
        Object value = all.get(VirgoSettings.ACQUISITION_TIMEOUT);
        if (value == null) {
            return STANDARD;
        }
        Duration duration = Durations.read(value);
        if (duration == null || duration.isZero() || duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            problems.add(
                    VirgoSettings.ACQUISITION_TIMEOUT,
                    "'" + value
                            + "' is no time: a positive number of milliseconds or an ISO-8601 duration such as PT5S is, of at most "
                            + LONGEST.toDays() + " days");
            return STANDARD;
        }
        return duration;
    }
}
