package io.virgo.core.schema;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls a method and lets its own exceptions through. */
final class Reflection {

    private Reflection() {}

    @SuppressWarnings("NullAway") // null comes back only from methods without a result
    static Object call(Object target, Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
