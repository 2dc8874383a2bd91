package io.virgo.it.api;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Types as a reader of Java writes them: generics and {@code @Nullable} included, {@code java.lang} left out. */
final class TypeNames {
    private TypeNames() {}

    static String of(AnnotatedType type) {
        if (type instanceof AnnotatedArrayType array) {
            String dimension = array.isAnnotationPresent(Nullable.class) ? " @Nullable []" : "[]";
            return of(array.getAnnotatedGenericComponentType()) + dimension;
        }
        String nullable = type.isAnnotationPresent(Nullable.class) ? "@Nullable " : "";
        if (type instanceof AnnotatedWildcardType wildcard) {
            return nullable + wildcard(wildcard);
        }
        if (type instanceof AnnotatedParameterizedType generic) {
            Type raw = ((ParameterizedType) generic.getType()).getRawType();
            return nullable + shortened(raw) + "<" + list(generic.getAnnotatedActualTypeArguments()) + ">";
        }
        return nullable + shortened(type.getType());
    }

    static String list(AnnotatedType[] types) {
        return Arrays.stream(types).map(TypeNames::of).collect(Collectors.joining(", "));
    }

    /** Declaration of type parameters with their bounds, empty when there are none. */
    static String parameters(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables).map(TypeNames::parameter).collect(Collectors.joining(", ", "<", ">"));
    }

    private static String parameter(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getAnnotatedBounds())
                .map(TypeNames::of)
                .filter(bound -> !bound.equals("Object"))
                .collect(Collectors.joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static String wildcard(AnnotatedWildcardType type) {
        if (type.getAnnotatedLowerBounds().length > 0) {
            return "? super " + list(type.getAnnotatedLowerBounds());
        }
        String upper = list(type.getAnnotatedUpperBounds());
        return upper.isEmpty() || upper.equals("Object") ? "?" : "? extends " + upper;
    }

    private static String shortened(Type type) {
        String name = type.getTypeName().replace('$', '.');
        return name.matches("java\\.lang\\.[A-Z].*") ? name.substring("java.lang.".length()) : name;
    }
}
