package io.virgo.core.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rule for names of shards, kept in one place. */
public final class ShardNames {

    /** Stands between a shard's name and a number in the tenant identifier of a database that got the name of a removed one. */
    public static final char TENANT_SEPARATOR = '~';

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]+");

    private ShardNames() {}

    /**
     * Gives the shard's name out of a tenant identifier.
     *
     * @param tenant the identifier
     * @return the name
     */
    public static String ofTenant(String tenant) {
        int end = tenant.indexOf(TENANT_SEPARATOR);
        return end < 0 ? tenant : tenant.substring(0, end);
    }

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
