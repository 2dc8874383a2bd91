package io.virgo.core.pool;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hides what must not be read in logs and messages: passwords in URLs and the values of keys that hold secrets. */
public final class SecretMask {

    private static final Pattern USER_INFO = Pattern.compile("//[^\\s?;]*@");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|pwd|secret|token|key)[a-z_.]*=)[^;&,\\s)\\]]*");
    private static final Pattern ORACLE_CREDENTIALS = Pattern.compile("(?<=:)[^:/@\\s]+/[^@\\s]+@");

    private SecretMask() {}

    /**
     * Masks a URL, or a text that may hold URLs.
     *
     * @param text the text
     * @return the text without secrets
     */
    public static String text(String text) {
        String masked = USER_INFO.matcher(text).replaceAll("//***@");
        masked = ORACLE_CREDENTIALS.matcher(masked).replaceAll("***@");
        return PARAMETER.matcher(masked).replaceAll("$1***");
    }

    /**
     * Masks an exception with all its causes. Drivers like to repeat the URL that they were given.
     *
     * @param failure the exception
     * @return the same exception if it holds no secret, otherwise one with the masked text, the state and the stack trace
     */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable maskedCause = cause == null ? null : cause(cause);
        String text = String.valueOf(failure.getMessage());
        String maskedText = text(text);
        return maskedText.equals(text) && maskedCause == cause ? failure : copy(failure, maskedText, maskedCause);
    }

    private static Throwable copy(Throwable failure, String text, @Nullable Throwable cause) {
        SQLException sql = failure instanceof SQLException original ? original : null;
        SQLException masked = new SQLException(
                sql == null ? failure.getClass().getName() + ": " + text : text,
                sql == null ? null : sql.getSQLState(),
                sql == null ? 0 : sql.getErrorCode(),
                cause);
        masked.setStackTrace(failure.getStackTrace());
        return masked;
    }

    /**
     * Masks settings.
     *
     * @param settings Hibernate's keys and values
     * @return one line that names the keys of Hibernate and Jakarta Persistence with their values, secrets masked
     */
    public static String settings(Map<String, Object> settings) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        settings.forEach((key, value) -> {
            if (key.startsWith("hibernate.") || key.startsWith("jakarta.")) {
                text.add(key + "=" + (secret(key) ? "***" : text(String.valueOf(value))));
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
