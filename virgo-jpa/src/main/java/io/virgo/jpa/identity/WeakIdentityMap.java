package io.virgo.jpa.identity;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map whose keys count by identity and are not kept alive. A value must not lead to its key, or the key stays. Thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class WeakIdentityMap<K, V> {

    private final Map<Object, V> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<K> collected = new ReferenceQueue<>();

    /** Creates an empty map. */
    public WeakIdentityMap() {}

    /**
     * Finds a value.
     *
     * @param key the key
     * @return its value, or null if there is none
     */
    public @Nullable V get(K key) {
        return entries.get(new Probe(key));
    }

    /**
     * Stores a value.
     *
     * @param key the key
     * @param value its value from now on
     */
    public void put(K key, V value) {
        purge();
        entries.put(new WeakKey<>(key, collected), value);
    }

    /**
     * Removes a value.
     *
     * @param key the key
     */
    public void remove(K key) {
        purge();
        entries.remove(new Probe(key));
    }

    /**
     * Counts the entries.
     *
     * @return the number of keys that are alive, or dead and not yet noticed
     */
    public int size() {
        purge();
        return entries.size();
    }

    private void purge() {
        for (Reference<? extends K> dead = collected.poll(); dead != null; dead = collected.poll()) {
            entries.remove(dead);
        }
    }

    private static boolean sameKey(Object own, @Nullable Object ownReferent, Object other) {
        if (own == other) {
            return true;
        }
        Object otherReferent =
                other instanceof WeakKey<?> weak ? weak.get() : other instanceof Probe probe ? probe.key : null;
        return ownReferent != null && ownReferent == otherReferent;
    }

    private static final class WeakKey<K> extends WeakReference<K> {

        private final int hash;

        WeakKey(K key, ReferenceQueue<K> queue) {
            super(key, queue);
            hash = System.identityHashCode(key);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("EqualsUsingHashCode")
        public boolean equals(@Nullable Object other) {
            return other != null && sameKey(this, get(), other);
        }
    }

    private static final class Probe {

        private final Object key;

        Probe(Object key) {
            this.key = key;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(key);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other != null && sameKey(this, key, other);
        }
    }
}
