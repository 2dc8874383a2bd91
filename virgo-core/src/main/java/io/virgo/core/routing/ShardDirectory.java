package io.virgo.core.routing;

/**
 * A router that looks keys up in a table of one shard, through a bounded cache: any key may be on any shard, and may move. A key without
 * an entry is unroutable; such an answer is not remembered. Entries that another application node changes are seen when they leave the
 * cache, or after {@link #evict}. Thread-safe.
 *
 * @since 0.1
 */
public interface ShardDirectory extends ShardRouter {

    /**
     * Enters a new key.
     *
     * @param key the shard key
     * @param shard the shard's name
     * @return false if the key was entered with this shard before
     * @throws IllegalStateException if the key is on another shard already, or the table cannot be reached
     * @throws IllegalArgumentException if there is no such shard
     */
    boolean put(Object key, String shard);

    /**
     * Changes a key's shard, if it is still the expected one.
     *
     * @param key the shard key
     * @param from the shard that the key is expected on
     * @param to the new shard
     * @return false if the key has no entry, or another shard than the expected one; nothing changes then
     * @throws IllegalStateException if the table cannot be reached
     * @throws IllegalArgumentException if there is no shard {@code to}
     */
    boolean move(Object key, String from, String to);

    /**
     * Takes a key out.
     *
     * @param key the shard key
     * @return false if it had no entry
     * @throws IllegalStateException if the table cannot be reached
     */
    boolean remove(Object key);

    /**
     * Has the key looked up anew at its next use.
     *
     * @param key the shard key
     */
    void evict(Object key);

    /** Has all keys looked up anew. */
    void evictAll();
}
