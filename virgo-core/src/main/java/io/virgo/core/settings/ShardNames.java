package io.virgo.core.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rule for names of shards, kept in one place. */
public final class ShardNames {

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]+");

    private ShardNames() {}

    /**
     * Says why a text cannot be a shard's name.
     *
     * @param name the text
     * @return the reason, or null if the name is legal
     */
    public static @Nullable String problem(String name) {
        if (!LEGAL.matcher(name).matches()) {
            return "'" + name + "' is no shard name: letters, digits, '_' and '-' are legal";
        }
        if (name.equalsIgnoreCase(VirgoSettings.DEFAULT)) {
            return "'" + name + "' is a source of settings for all shards, never a shard";
        }
        return null;
    }
}
