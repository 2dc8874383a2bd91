package io.virgo.example.route;

import io.virgo.core.routing.Routers;
import io.virgo.core.routing.ShardAccess;
import io.virgo.core.routing.ShardRouter;
import io.virgo.core.routing.UnroutableKeyException;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.SettingsReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * {@code virgo.route}: prints for each key which router, slot and shard it goes to, and for many keys how they are distributed. Reads the
 * settings of an application; needs its databases only for a router whose map is in a table.
 */
public final class Route {

    /** More keys than these are counted, and not told one by one. */
    private static final int TOLD = 20;

    private static final String USAGE = """
            usage: virgo.route [file.properties] [setting=value ...] router=<name> keys=<keys> [svg=<file>]
              keys: single keys and ranges of numbers, as in 7,ann@example.org,1..10000
              svg:  where to write the distribution as a picture""";

    private final Map<String, String> own = new HashMap<>();
    private final Map<String, Object> settings = new HashMap<>();
    private final PrintStream out;

    private Route(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the command.
     *
     * @param args settings of the application: files, or single ones as {@code key=value}; and {@code router=}, {@code keys=}, {@code svg=}
     * @param out where to print
     * @return false if the arguments or the settings cannot be used; what is wrong was printed then
     * @throws IOException if a file cannot be read or written
     */
    public static boolean run(List<String> args, PrintStream out) throws IOException {
        Route route = new Route(out);
        for (String arg : args) {
            route.read(arg);
        }
        return route.run();
    }

    private void read(String arg) throws IOException {
        int equals = arg.indexOf('=');
        if (equals < 0) {
            Properties file = new Properties();
            try (var reader = Files.newBufferedReader(Path.of(arg), StandardCharsets.UTF_8)) {
                file.load(reader);
            }
            file.forEach((key, value) -> settings.putIfAbsent((String) key, value));
        } else if (arg.startsWith("virgo.") || arg.startsWith("hibernate.") || arg.startsWith("jakarta.")) {
            settings.put(arg.substring(0, equals), arg.substring(equals + 1));
        } else {
            own.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
    }

    private boolean run() throws IOException {
        String name = own.get("router");
        String keys = own.get("keys");
        if (name == null || keys == null) {
            out.println(USAGE);
            return false;
        }
        Problems problems = new Problems();
        List<String> shards = SettingsReader.read(settings, problems).names();
        Routers routers = Routers.read(settings, access(shards), problems);
        if (!problems.list().isEmpty()) {
            problems.list().forEach(out::println);
            return false;
        }
        if (!routers.names().contains(name)) {
            out.println("there is no router '" + name + "'; known routers are " + routers.names());
            return false;
        }
        show(name, routers.get(name), Keys.of(keys).toList());
        return true;
    }

    private void show(String name, ShardRouter router, List<Object> keys) throws IOException {
        Distribution distribution = new Distribution(new ArrayList<>(router.shards()));
        long nowhere = 0;
        for (Object key : keys) {
            try {
                distribution.add(router.shardOf(key));
                tell(name, key, keys.size(), router::explain);
            } catch (UnroutableKeyException | IllegalArgumentException e) {
                nowhere++;
                tell(name, key, keys.size(), same -> "nowhere: " + e.getMessage());
            }
        }
        if (keys.size() > 1) {
            out.printf(Locale.ROOT, "%,d keys by router '%s'%n", keys.size(), name);
            distribution.print(out);
            if (nowhere > 0) {
                out.printf(Locale.ROOT, "  %,d keys map to no shard%n", nowhere);
            }
        }
        String svg = own.get("svg");
        if (svg != null) {
            Files.writeString(Path.of(svg), distribution.svg(keys.size() + " keys by router '" + name + "'"));
            out.println("wrote " + svg);
        }
    }

    private void tell(String name, Object key, int all, java.util.function.Function<Object, String> where) {
        if (all <= TOLD) {
            out.println("key " + key + ": router '" + name + "', " + where.apply(key));
        }
    }

    private ShardAccess access(List<String> shards) {
        return new ShardAccess() {

            @Override
            public List<String> shards() {
                return shards;
            }

            @Override
            public Connection connection(String shard) throws SQLException {
                return Route.this.connection(shard);
            }
        };
    }

    private Connection connection(String shard) throws SQLException {
        UnaryOperator<String> of = key -> String.valueOf(settings.getOrDefault(
                "virgo.shard." + shard + "." + key, settings.getOrDefault("virgo.shard.DEFAULT." + key, "")));
        return DriverManager.getConnection(
                of.apply("hibernate.connection.url"),
                of.apply("hibernate.connection.username"),
                of.apply("hibernate.connection.password"));
    }
}
