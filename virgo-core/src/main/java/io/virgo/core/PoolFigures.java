package io.virgo.core;

/**
 * What a shard's connections did so far, as Virgo counts it for every kind of pool.
 *
 * @param shard the shard's name
 * @param open whether the pool is open; it opens at first use
 * @param suspect whether the last try failed slowly, so that callers fail at once until one try succeeds
 * @param active connections that are out at this moment
 * @param waiting callers that are waiting for a connection at this moment
 * @param acquired connections handed out since start
 * @param failed callers that got none since start
 * @since 0.1
 */
public record PoolFigures(
        String shard, boolean open, boolean suspect, int active, int waiting, long acquired, long failed) {}
