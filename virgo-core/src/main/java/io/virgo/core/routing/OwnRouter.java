package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes an application's own router from its class name, its class or an instance. Stateless. */
final class OwnRouter {

    /** A message of {@link ShardRouter#configure} that starts with the key that is wrong. */
    private static final Pattern KEY_FIRST = Pattern.compile("([A-Za-z0-9_.-]+): (.*)", Pattern.DOTALL);

    private OwnRouter() {}

    /** The router, or null after a problem was added. */
    static @Nullable ShardRouter make(
            String prefix, Object type, Map<String, String> own, List<String> shards, Problems problems) {
        try {
            ShardRouter router = type instanceof ShardRouter given ? given : instance(type);
            configure(router, own, shards);
            return router;
        } catch (IllegalArgumentException e) {
            Matcher message = KEY_FIRST.matcher(String.valueOf(e.getMessage()));
            boolean keyFirst = message.matches();
            problems.add(
                    prefix + (keyFirst ? message.group(1) : "type"),
                    keyFirst ? message.group(2) : String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static void configure(ShardRouter router, Map<String, String> own, List<String> shards) {
        try {
            router.configure(Collections.unmodifiableMap(own), shards);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            throw wrongType(router.getClass().getName() + " failed to take its settings: " + e, e);
        }
    }

    private static ShardRouter instance(Object type) {
        String name = type instanceof Class<?> given
                ? given.getName()
                : type.toString().strip();
        try {
            Class<?> named = type instanceof Class<?> given ? given : load(name);
            if (!ShardRouter.class.isAssignableFrom(named)) {
                throw wrongType(name + " is no " + ShardRouter.class.getName(), null);
            }
            return (ShardRouter) named.getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw wrongType(
                    "'" + name + "' is unknown; legal are " + Routers.TYPES
                            + " or the name of a class on the class path",
                    e);
        } catch (InvocationTargetException e) {
            throw wrongType(name + " cannot be made: " + e.getCause(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw wrongType(
                    name + " cannot be made; it must be a public class with a public constructor without parameters: "
                            + e,
                    e);
        }
    }

    private static IllegalArgumentException wrongType(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException("type: " + text, cause);
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(name, true, context);
        } catch (ClassNotFoundException e) {
            return Class.forName(name, true, OwnRouter.class.getClassLoader());
        }
    }
}
