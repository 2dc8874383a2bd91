package io.virgo.core.pool;

import java.lang.reflect.Proxy;
import org.hibernate.engine.jdbc.spi.JdbcServices;

/**
 * The JDBC services of a registry that owns a pool only. Hibernate's built-in pool asks them to translate an exception; made by Hibernate,
 * they would want a connection of the very pool that has none, and hide the reason behind an error of their own.
 */
final class NoJdbcServices {

    private NoJdbcServices() {}

    static JdbcServices create() {
        return (JdbcServices) Proxy.newProxyInstance(
                NoJdbcServices.class.getClassLoader(),
                new Class<?>[] {JdbcServices.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getSqlExceptionHelper" -> null;
                    case "equals" -> proxy == args[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "no JDBC services";
                    default -> throw new IllegalStateException("a shard's pool has no JDBC services of its own");
                });
    }
}
