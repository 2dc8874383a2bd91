package io.virgo.it.kit;

import java.util.EnumMap;
import java.util.Map;

/** One server per product and JVM, started when first asked for; a start that failed is tried again by the next caller. */
final class Servers {

    private static final Map<DatabaseProduct, DatabaseServer> RUNNING = new EnumMap<>(DatabaseProduct.class);

    private Servers() {}

    static synchronized DatabaseServer of(DatabaseProduct product) {
        return RUNNING.computeIfAbsent(product, Servers::start);
    }

    // The servers' libraries are optional: a class that needs one is loaded only when that product is asked for.
    private static DatabaseServer start(DatabaseProduct product) {
        return switch (product) {
            case H2 -> new H2Server();
            case POSTGRESQL -> PostgresServer.start();
            case MARIADB -> MariaDbServer.start();
        };
    }
}
