package io.virgo.it.kit.fault;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands before a real JDBC object: subclasses intercept some calls, the others pass. */
abstract class Intercepted implements InvocationHandler {

    private static final @Nullable Object[] NO_ARGUMENTS = {};

    private final Object target;

    Intercepted(Object target) {
        this.target = target;
    }

    static <T> T proxy(Class<T> type, Intercepted handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? Intercepted.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                handler));
    }

    /** The real object behind one of these proxies, or the object itself. */
    static @Nullable Object real(@Nullable Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof Intercepted handler
                ? handler.target
                : object;
    }

    abstract @Nullable Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable;

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] args = given == null ? NO_ARGUMENTS : given;
        return switch (method.getName()) {
            case "equals" -> args[0] == self;
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "faults before " + target;
            case "isWrapperFor" -> ((Class<?>) one(args)).isInstance(self) || isTrue(call(method, args));
            case "unwrap" -> ((Class<?>) one(args)).isInstance(self) ? self : call(method, args);
            default -> intercept(self, method, args);
        };
    }

    static boolean isTrue(@Nullable Object result) {
        return Boolean.TRUE.equals(result);
    }

    static Object one(@Nullable Object[] args) {
        return java.util.Objects.requireNonNull(args[0]);
    }

    /** The real call. */
    final @Nullable Object call(Method method, @Nullable Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
