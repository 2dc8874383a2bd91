package io.virgo.core.schema;

import java.lang.reflect.Proxy;
import org.hibernate.tool.schema.spi.CommandAcceptanceException;
import org.hibernate.tool.schema.spi.ExceptionHandler;
import org.hibernate.tool.schema.spi.ExecutionOptions;

/** Puts the shard's name before the text of each refused schema command, whether Hibernate throws or logs it, and tells of it. */
final class NamedErrors {

    private NamedErrors() {}

    static Object[] of(String shard, Runnable refused, Object[] args) {
        Object[] named = args.clone();
        for (int i = 0; i < named.length; i++) {
            if (named[i] instanceof ExecutionOptions options) {
                named[i] = options(shard, refused, options);
            }
        }
        return named;
    }

    private static ExecutionOptions options(String shard, Runnable refused, ExecutionOptions options) {
        ExceptionHandler handler = options.getExceptionHandler();
        ExceptionHandler naming = e -> {
            refused.run();
            handler.handleException(new CommandAcceptanceException("shard '" + shard + "': " + e.getMessage(), e));
        };
        return (ExecutionOptions) Proxy.newProxyInstance(
                NamedErrors.class.getClassLoader(),
                new Class<?>[] {ExecutionOptions.class},
                (proxy, method, args) -> method.getName().equals("getExceptionHandler")
                        ? naming
                        : Reflection.call(options, method, args));
    }
}
