package io.virgo.it.kit;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Ends the scopes that a test has left open on this thread. The library offers no such verb, for an application has no good use for it: so by reflection,
 * which needs the libraries on the class path, not on the module path.
 */
final class LeftScopes {

    private LeftScopes() {}

    static void close() {
        try {
            for (Field field : CurrentShard.class.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && ThreadLocal.class.isAssignableFrom(field.getType())) {
                    field.setAccessible(true);
                    closeAll((ThreadLocal<?>) field.get(null));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The scopes left open cannot be reached", e);
        }
    }

    // A scope that is closed uncovers the one around it.
    private static void closeAll(ThreadLocal<?> innermost) {
        while (innermost.get() instanceof ShardScope scope) {
            scope.close();
        }
        innermost.remove();
    }
}
