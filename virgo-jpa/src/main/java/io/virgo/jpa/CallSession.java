package io.virgo.jpa;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * The face of a Hibernate session over an entity manager that opens a session of its own for each call, each time on a given shard. Only
 * for work outside of transactions, where a session is opened anyway: reflection does not count there.
 */
final class CallSession implements InvocationHandler {

    private final EntityManager manager;
    private final @Nullable String shard;

    private CallSession(EntityManager manager, @Nullable String shard) {
        this.manager = manager;
        this.shard = shard;
    }

    /** With no shard, the call runs under the thread's. */
    static Session of(EntityManager manager, @Nullable String shard) {
        return (Session) Proxy.newProxyInstance(
                CallSession.class.getClassLoader(), new Class<?>[] {Session.class}, new CallSession(manager, shard));
    }

    @Override
    @SuppressWarnings("try") // the scope is open during the call
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
        if (shard == null) {
            return call(method, args);
        }
        try (ShardScope scope = CurrentShard.open(shard)) {
            return call(method, args);
        }
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] args) throws Throwable {
        try {
            return onManager(method).invoke(manager, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Method onManager(Method method) throws NoSuchMethodException {
        return method.getDeclaringClass().isInstance(manager)
                ? method
                : EntityManager.class.getMethod(method.getName(), method.getParameterTypes());
    }
}
