package io.virgo.core;

import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Hides what must not be read in logs: passwords in URLs and the values of keys that hold secrets. */
final class SecretMask {

    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]*@");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|pwd|secret|token|key)[a-z_.]*=)[^;&,\\s)]*");
    private static final Pattern ORACLE_CREDENTIALS = Pattern.compile("(?<=:)[^:/@\\s]+/[^@\\s]+@");

    private SecretMask() {}

    static String url(String url) {
        String masked = USER_INFO.matcher(url).replaceAll("//***@");
        masked = ORACLE_CREDENTIALS.matcher(masked).replaceAll("***@");
        return PARAMETER.matcher(masked).replaceAll("$1***");
    }

    static String settings(Map<String, Object> settings) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        settings.forEach((key, value) -> {
            if (key.startsWith("hibernate.") || key.startsWith("jakarta.")) {
                text.add(key + "=" + (secret(key) ? "***" : url(String.valueOf(value))));
            }
        });
        return text.toString();
    }

    private static boolean secret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return lower.contains("pass")
                || lower.contains("secret")
                || lower.contains("credential")
                || lower.contains("token");
    }
}
