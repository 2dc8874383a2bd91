package io.virgo.core;

import java.util.List;
import org.hibernate.type.BasicType;
import org.hibernate.type.ComponentType;
import org.hibernate.type.Type;
import org.hibernate.type.descriptor.java.JavaType;
import org.jspecify.annotations.Nullable;

/** Makes a value that an id of a given type could have. */
final class SampleIds {

    private static final List<String> TEXTS =
            List.of("1", "00000000-0000-0000-0000-000000000001", "2000-01-01", "2000-01-01T00:00:00Z", "00:00:00");

    private SampleIds() {}

    /** Gives a sample, or null for a type that it knows none for. */
    static @Nullable Object of(Type type) {
        if (type instanceof BasicType<?> basic) {
            return of(basic.getJavaTypeDescriptor());
        }
        return type instanceof ComponentType component ? of(component) : null;
    }

    private static @Nullable Object of(JavaType<?> type) {
        for (String text : TEXTS) {
            try {
                return type.fromString(text);
            } catch (RuntimeException notThisText) {
                // The next may be one that the type reads.
            }
        }
        return null;
    }

    private static @Nullable Object of(ComponentType component) {
        Type[] types = component.getSubtypes();
        @Nullable Object[] values = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = of(types[i]);
        }
        try {
            return component
                    .getMappingModelPart()
                    .getEmbeddableTypeDescriptor()
                    .getRepresentationStrategy()
                    .getInstantiator()
                    .instantiate(() -> values);
        } catch (RuntimeException notFromThese) {
            return null;
        }
    }
}
