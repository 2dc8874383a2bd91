package io.virgo.it.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A type with one of each, for {@link PublicApiTest}. */
public abstract sealed class Planted<T extends Comparable<? super T>> extends ArrayList<@Nullable T>
        implements AutoCloseable {
    public static final String KEY = "planted.key";

    private static final long serialVersionUID = 1L;

    protected Planted(int first, String... rest) throws IOException {
        super(first + rest.length);
    }

    public <R> @Nullable R last(Map<String, ? extends T> map, byte[] bytes) {
        return hidden(map.size() + bytes.length);
    }

    @Override
    public abstract void close();

    <R> @Nullable R hidden(int count) {
        return null;
    }

    /** A pair. */
    public record Pair(String left, @Nullable Integer right) {}

    static final class Hidden extends Planted<String> {
        private static final long serialVersionUID = 1L;

        private Hidden() throws IOException {
            super(0);
        }

        @Override
        public void close() {}
    }
}
