package io.virgo.core.settings;

import org.jspecify.annotations.Nullable;

/** The rule for names of shards, kept in one place. */
public final class ShardNames {

    /** Stands between a shard's name and a number in the tenant identifier of a database that got the name of a removed one. */
    public static final char TENANT_SEPARATOR = '~';

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
        if (!legal(name)) {
            return "'" + name + "' is no shard name: letters, digits, '_' and '-' are legal";
        }
        if (name.equalsIgnoreCase(VirgoSettings.DEFAULT)) {
            return "'" + name + "' is a source of settings for all shards, never a shard";
        }
        return null;
    }

    /** By hand, since each opening of a scope asks. */
    private static boolean legal(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letterOrDigit && c != '_' && c != '-') {
                return false;
            }
        }
        return !name.isEmpty();
    }
}
