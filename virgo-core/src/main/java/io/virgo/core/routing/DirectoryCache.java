package io.virgo.core.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys used last, with their shards. A missing key is loaded once, however many ask for it. What is read from the table while the key
 * changes is not kept. Thread-safe.
 */
final class DirectoryCache {

    private static final int PARTS = 16;

    /** A smaller cache is not divided, for a part must not be much smaller than its share of the keys in use. */
    private static final int WORTH_DIVIDING = 1_024;

    private final Part[] parts;
    private final Function<Object, @Nullable String> loader;
    private final SingleFlight<Object, String> loading = new SingleFlight<>();

    DirectoryCache(int size, Function<Object, @Nullable String> loader) {
        this.loader = loader;
        parts = new Part[size < WORTH_DIVIDING ? 1 : PARTS];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Part(size / parts.length);
        }
    }

    /** The part of the cache that a hash value chooses; least recently used keys leave it first. */
    private static final class Part {

        private final Map<Object, String> shards;
        private long changes;

        Part(int size) {
            shards = new LinkedHashMap<>(16, 0.75f, true) {

                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Object, String> eldest) {
                    return size() > size;
                }
            };
        }

        synchronized @Nullable String get(Object key) {
            return shards.get(key);
        }

        synchronized long changes() {
            return changes;
        }

        synchronized void putIfUnchanged(Object key, String shard, long changesBefore) {
            if (changes == changesBefore) {
                shards.put(key, shard);
            }
        }

        synchronized void evict(Object key) {
            changes++;
            shards.remove(key);
        }

        synchronized void clear() {
            changes++;
            shards.clear();
        }
    }

    @Nullable
    String get(Object key) {
        String known = part(key).get(key);
        return known == null ? loading.load(key, this::load) : known;
    }

    private @Nullable String load(Object key) {
        Part part = part(key);
        long changes = part.changes();
        String loaded = loader.apply(key);
        if (loaded != null) {
            part.putIfUnchanged(key, loaded, changes);
        }
        return loaded;
    }

    void evict(Object key) {
        part(key).evict(key);
        // A load that began before the change must not answer those who ask after it.
        loading.forget(key);
    }

    void evictAll() {
        for (Part part : parts) {
            part.clear();
        }
        loading.forgetAll();
    }

    private Part part(Object key) {
        return parts[((key.hashCode() * 0x9E3779B9) >>> 28) % parts.length];
    }
}
