package io.virgo.jpa;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionBuilder;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;

/** Puts itself before the sessions of a factory, and writes down on which shard's session one method is called, in place of calling it. */
final class RecordingSessions {

    private final List<String> landings = new ArrayList<>();
    private Method watched;

    /** Where the calls of the watched method landed since it is watched. */
    List<String> landings() {
        return landings;
    }

    void watch(Method method) {
        landings.clear();
        watched = method;
    }

    SessionImplementor recorded(SessionImplementor session) {
        return proxy(SessionImplementor.class, session);
    }

    private <T> T proxy(Class<T> face, Object target) {
        return face.cast(Proxy.newProxyInstance(
                face.getClassLoader(),
                new Class<?>[] {face},
                (self, method, args) -> call(target, self, method, args)));
    }

    private Object call(Object target, Object self, Method method, Object[] args) throws Throwable {
        if (isWatched(method) && (target instanceof SessionImplementor || target instanceof Transaction)) {
            landings.add(
                    target instanceof SessionImplementor session
                            ? String.valueOf(session.getTenantIdentifierValue())
                            : "transaction");
            return nothing(method.getReturnType());
        }
        if (method.getName().equals("unwrap") && ((Class<?>) args[0]).isInstance(self)) {
            return self;
        }
        try {
            return wrapped(target, self, method.invoke(target, args));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private boolean isWatched(Method method) {
        return watched != null
                && method.getName().equals(watched.getName())
                && Arrays.equals(method.getParameterTypes(), watched.getParameterTypes());
    }

    private Object wrapped(Object target, Object self, Object result) {
        if (result == target) {
            return self;
        }
        if (result instanceof SessionImplementor session && target instanceof SessionBuilder) {
            return recorded(session);
        }
        if (result instanceof SessionFactoryImplementor factory) {
            return proxy(SessionFactoryImplementor.class, factory);
        }
        if (result instanceof org.hibernate.engine.creation.spi.SessionBuilderImplementor builder) {
            return proxy(org.hibernate.engine.creation.spi.SessionBuilderImplementor.class, builder);
        }
        return result instanceof Transaction transaction && target instanceof Session
                ? proxy(Transaction.class, transaction)
                : result;
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : null;
    }
}
