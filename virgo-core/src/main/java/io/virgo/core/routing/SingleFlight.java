package io.virgo.core.routing;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has what many ask for at one time loaded once: the first loads, the others wait for its answer or its failure, so that a shard that is
 * down costs each of them one time limit and not one after the other's. Thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of what is loaded
 */
final class SingleFlight<K, V> {

    /** Well beyond the time that a pool waits for a connection and a statement may take. */
    private static final long LONGEST_WAIT_SECONDS = 120;

    private final Map<K, CompletableFuture<@Nullable V>> loading = new ConcurrentHashMap<>();

    @Nullable
    V load(K key, Function<K, @Nullable V> loader) {
        CompletableFuture<@Nullable V> own = new CompletableFuture<>();
        CompletableFuture<@Nullable V> other = loading.putIfAbsent(key, own);
        if (other != null) {
            return await(other);
        }
        try {
            V loaded = loader.apply(key);
            own.complete(loaded);
            return loaded;
        } catch (RuntimeException | Error e) {
            own.completeExceptionally(e);
            throw e;
        } finally {
            loading.remove(key, own);
        }
    }

    private static <V> @Nullable V await(CompletableFuture<@Nullable V> other) {
        try {
            return other.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while another thread reads the routing table", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "another thread has been reading the routing table for " + LONGEST_WAIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        }
    }

    /** Those who ask from now on get no answer of a load that is under way. */
    void forget(K key) {
        loading.remove(key);
    }

    void forgetAll() {
        loading.clear();
    }
}
