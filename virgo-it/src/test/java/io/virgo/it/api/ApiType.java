package io.virgo.it.api;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One public type as text: a line that declares it and a sorted line for each public or protected member. */
record ApiType(String declaration, SortedSet<String> members) {
    private static final int HIDDEN_MODIFIERS = Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.STRICT;

    static boolean isApi(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getDeclaringClass()) {
            if (!isVisible(each.getModifiers()) || each.isSynthetic()) {
                return false;
            }
        }
        return !type.isAnonymousClass() && !type.isLocalClass();
    }

    static ApiType of(Class<?> type) {
        SortedSet<String> members = new TreeSet<>();
        contributors(type).forEach(each -> addMembers(each, each == type, members));
        return new ApiType(declaration(type), members);
    }

    /** The type and its ancestors that are not API themselves: their public members are reachable through the type. */
    private static Stream<Class<?>> contributors(Class<?> type) {
        Stream<Class<?>> ancestors =
                Stream.concat(Stream.of(type.getInterfaces()), Stream.ofNullable(type.getSuperclass()));
        return Stream.concat(
                Stream.of(type),
                ancestors
                        .filter(each -> each.getName().startsWith("io.virgo.") && !isApi(each))
                        .flatMap(ApiType::contributors));
    }

    private static void addMembers(Class<?> type, boolean constructors, SortedSet<String> members) {
        visible(type.getDeclaredFields()).map(ApiType::field).forEach(members::add);
        visible(type.getDeclaredMethods()).map(ApiType::method).forEach(members::add);
        if (constructors) {
            visible(type.getDeclaredConstructors()).map(ApiType::constructor).forEach(members::add);
        }
    }

    private static <M extends Member> Stream<M> visible(M[] members) {
        return Arrays.stream(members)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .filter(member -> !(member instanceof Method method && method.isBridge()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String declaration(Class<?> type) {
        StringBuilder text = new StringBuilder(deprecation(type.isAnnotationPresent(Deprecated.class)));
        int hidden = type.isInterface() ? Modifier.ABSTRACT | Modifier.INTERFACE : 0;
        int implied = type.isEnum() || type.isRecord() ? Modifier.FINAL | Modifier.STATIC : 0;
        text.append(modifiers(type.getModifiers() & ~hidden & ~implied));
        text.append(type.isSealed() ? "sealed " : "").append(kind(type)).append(' ');
        text.append(type.getName().replace('$', '.')).append(TypeNames.parameters(type.getTypeParameters()));
        if (type.isRecord()) {
            text.append('(').append(components(type)).append(')');
        }
        AnnotatedType parent = type.getAnnotatedSuperclass();
        if (parent != null && !type.isEnum() && !type.isRecord() && parent.getType() != Object.class) {
            text.append(" extends ").append(TypeNames.of(parent));
        }
        if (type.getInterfaces().length > 0 && !type.isAnnotation()) {
            text.append(type.isInterface() ? " extends " : " implements ");
            text.append(TypeNames.list(type.getAnnotatedInterfaces()));
        }
        return text.toString();
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "@interface";
        }
        if (type.isInterface()) {
            return "interface";
        }
        return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    }

    private static String components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getAnnotatedType)
                .map(TypeNames::of)
                .collect(Collectors.joining(", "));
    }

    private static String field(Field field) {
        String start = deprecation(field.isAnnotationPresent(Deprecated.class));
        if (field.isEnumConstant()) {
            return start + field.getName();
        }
        return start + modifiers(field.getModifiers()) + TypeNames.of(field.getAnnotatedType()) + " " + field.getName()
                + constant(field);
    }

    /** Constants are copied into the classes of users, so their value is API as well. */
    private static String constant(Field field) {
        boolean inlined = Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        if (!inlined || !Modifier.isPublic(field.getModifiers())) {
            return "";
        }
        try {
            Object value = Objects.requireNonNull(field.get(null));
            return " = " + (value instanceof String ? "\"" + value + "\"" : value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("Cannot read the constant " + field, e);
        }
    }

    private static String method(Method method) {
        int modifiers = method.getModifiers() & Modifier.methodModifiers();
        boolean inInterface = method.getDeclaringClass().isInterface();
        String text = deprecation(method.isAnnotationPresent(Deprecated.class))
                + (method.isDefault() ? "default " : "")
                + modifiers(inInterface ? modifiers & ~Modifier.ABSTRACT : modifiers)
                + spaced(TypeNames.parameters(method.getTypeParameters()))
                + TypeNames.of(method.getAnnotatedReturnType()) + " " + method.getName() + parameters(method);
        return method.getDefaultValue() == null ? text : text + " default " + value(method.getDefaultValue());
    }

    private static String constructor(Constructor<?> constructor) {
        return deprecation(constructor.isAnnotationPresent(Deprecated.class))
                + modifiers(constructor.getModifiers() & Modifier.constructorModifiers())
                + spaced(TypeNames.parameters(constructor.getTypeParameters()))
                + constructor.getDeclaringClass().getSimpleName()
                + parameters(constructor);
    }

    private static String parameters(Executable executable) {
        String list = TypeNames.list(executable.getAnnotatedParameterTypes());
        if (executable.isVarArgs()) {
            list = list.substring(0, list.length() - 2) + "...";
        }
        String thrown = TypeNames.list(executable.getAnnotatedExceptionTypes());
        return "(" + list + ")" + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String value(Object value) {
        if (value instanceof Object[] array) {
            return Arrays.deepToString(array);
        }
        return value instanceof String ? "\"" + value + "\"" : value.toString();
    }

    private static String modifiers(int modifiers) {
        return spaced(Modifier.toString(modifiers & ~HIDDEN_MODIFIERS));
    }

    private static String deprecation(boolean deprecated) {
        return deprecated ? "@Deprecated " : "";
    }

    private static String spaced(String text) {
        return text.isEmpty() ? "" : text + " ";
    }
}
