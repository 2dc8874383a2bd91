package io.virgo.core.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds up for each database server how many connections the pools of its shards keep and may have, since a server's own limit is for all
 * of them together. Used once per start, by one thread.
 */
final class ServerLoad {

    // A password may hold a slash, so what stands before the last @ is no host.
    private static final Pattern HOST = Pattern.compile("//(?:[^?;]*@)?([^/?;@]+)");
    private static final Pattern ORACLE_HOST = Pattern.compile("^jdbc:oracle:[^@]*@([^/:(]+(?::\\d+)?)");

    private final Map<String, Sum> servers = new TreeMap<>();
    private final List<String> unknown = new ArrayList<>();

    private record Sum(long minimum, long maximum) {

        Sum plus(PoolSize size) {
            return new Sum(minimum + size.minimum(), maximum + size.maximum());
        }
    }

    void add(String shard, Map<String, Object> settings, @Nullable PoolSize size) {
        Object url = settings.getOrDefault("hibernate.connection.url", settings.get("hibernate.hikari.jdbcUrl"));
        if (url == null || size == null) {
            unknown.add(shard);
        } else {
            String server = server(String.valueOf(url));
            servers.put(server, servers.getOrDefault(server, new Sum(0, 0)).plus(size));
        }
    }

    /** Gives host and port, as written in the URL; of a database without a server its URL without parameters. */
    static String server(String url) {
        for (Pattern pattern : new Pattern[] {HOST, ORACLE_HOST}) {
            Matcher matcher = pattern.matcher(url);
            if (matcher.find()) {
                return SecretMask.text(matcher.group(1));
            }
        }
        int parameters = url.indexOf(';');
        return SecretMask.text(parameters < 0 ? url : url.substring(0, parameters));
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        servers.forEach((server, sum) -> text.add(server + " " + sum.minimum() + " to " + sum.maximum()));
        if (!unknown.isEmpty()) {
            text.add("not known of " + unknown);
        }
        return text.toString();
    }
}
