package io.virgo.jpa.forward;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Generates the subclass of an abstract class that implements the rest of an interface by forwarding: each abstract method asks a method
 * of the abstract class, the chooser, for the object to forward to, and calls the same method on it. No reflection at run time.
 */
public final class ForwardingClass {

    /**
     * Says to whom a method is forwarded.
     *
     * @param chooser the abstract class' method that gives the target
     * @param arguments the indexes of the arguments that the chooser gets
     */
    public record Forward(Method chooser, List<Integer> arguments) {}

    private ForwardingClass() {}

    /**
     * Generates the class.
     *
     * @param base the abstract class; what it implements is not forwarded
     * @param face the interface to implement
     * @param forward says to whom a method of the interface goes
     * @param lookup a lookup in the package of the abstract class
     * @param <T> the abstract class
     * @return the concrete class, with the constructors of the abstract one
     */
    public static <T> Class<? extends T> of(
            Class<T> base, Class<?> face, Function<Method, Forward> forward, MethodHandles.Lookup lookup) {
        DynamicType.Builder<T> builder = new ByteBuddy()
                .subclass(base, ConstructorStrategy.Default.IMITATE_SUPER_CLASS)
                .modifiers(Visibility.PACKAGE_PRIVATE)
                .name(base.getName() + "$Of" + face.getSimpleName())
                .implement(face);
        Set<String> seen = new HashSet<>();
        for (Method method : face.getMethods()) {
            if (java.lang.reflect.Modifier.isAbstract(method.getModifiers()) && seen.add(signature(method))) {
                builder = builder.method(ElementMatchers.<MethodDescription>named(method.getName())
                                .and(ElementMatchers.takesArguments(method.getParameterTypes()))
                                .and(ElementMatchers.isAbstract()))
                        .intercept(call(forward.apply(method)));
            }
        }
        return builder.make()
                .load(base.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(lookup))
                .getLoaded();
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static MethodCall call(Forward forward) {
        MethodCall chooser = MethodCall.invoke(forward.chooser());
        chooser = chooser.withArgument(
                forward.arguments().stream().mapToInt(Integer::intValue).toArray());
        return MethodCall.invokeSelf().onMethodCall(chooser).withAllArguments();
    }

    /**
     * Finds a chooser.
     *
     * @param base the abstract class or one above it
     * @param name the name of a method that only one class up the hierarchy declares once
     * @return the method
     */
    public static Method chooser(Class<?> base, String name) {
        for (Class<?> type = base; type != null; type = type.getSuperclass()) {
            List<Method> found = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.getName().equals(name) && !method.isBridge())
                    .toList();
            if (!found.isEmpty()) {
                return found.get(0);
            }
        }
        throw new IllegalArgumentException(base.getName() + " has no method " + name);
    }
}
