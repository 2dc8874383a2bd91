package io.virgo.jpa;

import io.virgo.jpa.forward.ForwardingClass;
import io.virgo.jpa.forward.ForwardingClass.Forward;
import jakarta.persistence.EntityManager;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;
import org.hibernate.Session;

/** The generated classes of entity managers, each made once when it is first needed. */
final class ManagerClasses {

    private ManagerClasses() {}

    static ShardedEntityManager sharded(SessionSource source, EntityShards rules) {
        MethodHandle constructor =
                source.extended() instanceof Session ? ShardedSession.CONSTRUCTOR : ShardedPlain.CONSTRUCTOR;
        try {
            return (ShardedManager) constructor.invoke(source, rules);
        } catch (Throwable e) {
            throw new LinkageError("the generated entity manager cannot be made", e);
        }
    }

    static ShardedEntityManager unsharded(EntityManager extended) {
        MethodHandle constructor =
                extended instanceof Session ? UnshardedSession.CONSTRUCTOR : UnshardedPlain.CONSTRUCTOR;
        try {
            return (UnshardedManager) constructor.invoke(extended);
        } catch (Throwable e) {
            throw new LinkageError("the generated entity manager cannot be made", e);
        }
    }

    private static Forward routed(Method method) {
        MethodRoute route = MethodRoute.of(method);
        return new Forward(ForwardingClass.chooser(ShardedManager.class, route.chooser()), route.arguments());
    }

    private static Function<Method, Forward> all(String chooser) {
        Forward forward = new Forward(ForwardingClass.chooser(UnshardedManager.class, chooser), List.of());
        return method -> forward;
    }

    private static <T> MethodHandle constructor(
            Class<T> base, Class<?> face, Function<Method, Forward> forward, Class<?>... parameters) {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<? extends T> generated = ForwardingClass.of(base, face, forward, lookup);
        try {
            return lookup.findConstructor(generated, MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the generated class lost its constructor", e);
        }
    }

    private static final class ShardedSession {
        static final MethodHandle CONSTRUCTOR = constructor(
                ShardedSessions.class, Session.class, ManagerClasses::routed, SessionSource.class, EntityShards.class);
    }

    private static final class ShardedPlain {
        static final MethodHandle CONSTRUCTOR = constructor(
                ShardedSessions.class,
                EntityManager.class,
                ManagerClasses::routed,
                SessionSource.class,
                EntityShards.class);
    }

    private static final class UnshardedSession {
        static final MethodHandle CONSTRUCTOR =
                constructor(UnshardedManager.class, Session.class, all("toSession"), EntityManager.class);
    }

    private static final class UnshardedPlain {
        static final MethodHandle CONSTRUCTOR =
                constructor(UnshardedManager.class, EntityManager.class, all("toManager"), EntityManager.class);
    }
}
