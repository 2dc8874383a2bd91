package io.virgo.core.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys used last, with their shards. A missing key is loaded once, however many ask for it. What is read from the table while the key
 * changes is not kept. Thread-safe.
 */
final class DirectoryCache {

    private static final int PARTS = 16;

    private final Part[] parts = new Part[PARTS];
    private final Map<Object, CompletableFuture<@Nullable String>> loading = new ConcurrentHashMap<>();

    DirectoryCache(int size) {
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part(Math.max(1, size / PARTS));
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
    String get(Object key, Function<Object, @Nullable String> loader) {
        String known = part(key).get(key);
        return known == null ? load(key, loader) : known;
    }

    private @Nullable String load(Object key, Function<Object, @Nullable String> loader) {
        CompletableFuture<@Nullable String> own = new CompletableFuture<>();
        CompletableFuture<@Nullable String> other = loading.putIfAbsent(key, own);
        if (other != null) {
            return await(other);
        }
        try {
            Part part = part(key);
            long changes = part.changes();
            String loaded = loader.apply(key);
            if (loaded != null) {
                part.putIfUnchanged(key, loaded, changes);
            }
            own.complete(loaded);
            return loaded;
        } catch (RuntimeException | Error e) {
            own.completeExceptionally(e);
            throw e;
        } finally {
            loading.remove(key, own);
        }
    }

    private static @Nullable String await(CompletableFuture<@Nullable String> other) {
        try {
            return other.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(String.valueOf(cause.getMessage()), cause);
        }
    }

    void evict(Object key) {
        part(key).evict(key);
        // A load that began before the change must not answer those who ask after it.
        loading.remove(key);
    }

    void evictAll() {
        for (Part part : parts) {
            part.clear();
        }
        loading.clear();
    }

    private Part part(Object key) {
        int hash = key.hashCode() * 0x9E3779B9;
        return parts[hash >>> 28];
    }
}
