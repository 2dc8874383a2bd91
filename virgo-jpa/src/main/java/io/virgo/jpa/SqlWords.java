package io.virgo.jpa;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells from the words of an SQL statement whether it may write. No parser: what looks like writing counts as writing, but for the locks
 * and functions that share its words. A function that writes looks like any other. Thread-safe.
 */
final class SqlWords {

    /** Texts, quoted names and comments, in the ways of all products; the last alternatives have no end. */
    private static final Pattern QUOTED = Pattern.compile("'[^']*+'|\"[^\"]*+\"|`[^`]*+`|--[^\\n]*+"
            + "|/\\*(?s:.*?)\\*/|(\\$(?:[a-z_][a-z_0-9]*+)?\\$)(?s:.*?)\\1|('|\"|`|/\\*)");

    private static final Pattern LOCK = Pattern.compile("\\bfor\\s+(?:no\\s+key\\s+)?update\\b");

    /** Not as part of a name, nor as that of a parameter. */
    private static final Pattern WRITES = Pattern.compile("(?<![\\w.:@#$])(?:"
            + "(?:delete|update|merge|call|into|create|alter|drop)(?![\\w.#$])"
            + "|(?:insert|replace|truncate)(?![\\w.#$]|\\s*\\())");

    /** Words that a select may have as names of columns. */
    private static final Pattern BEGINS = Pattern.compile(
            "(?:^|;)\\W*(?:insert|replace|truncate|rename|comment|grant|revoke|copy|load|exec|execute|do|begin|declare)\\b");

    private SqlWords() {}

    static boolean write(String sql) {
        String words = LOCK.matcher(unquoted(sql.toLowerCase(Locale.ROOT))).replaceAll(" ");
        return WRITES.matcher(words).find() || BEGINS.matcher(words).find();
    }

    /** Where a quote has no end, this does not know the product's quoting, and leaves everything as it is. */
    private static String unquoted(String sql) {
        Matcher quoted = QUOTED.matcher(sql);
        StringBuilder rest = new StringBuilder();
        while (quoted.find()) {
            if (quoted.group(2) != null) {
                return sql;
            }
            quoted.appendReplacement(rest, " ");
        }
        return quoted.appendTail(rest).toString();
    }
}
