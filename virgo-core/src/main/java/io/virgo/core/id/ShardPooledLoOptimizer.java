package io.virgo.core.id;

import org.hibernate.id.enhanced.PooledLoOptimizer;

/**
 * Hibernate's optimizer {@code pooled-lo}, one for each shard, for mappings whose sequences were counted by it: name this class where the
 * mapping names {@code pooled-lo}. Its numbers are the same. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class ShardPooledLoOptimizer extends ShardOptimizer {

    /**
     * Creates the optimizer.
     *
     * @param returnClass the type of the identifier
     * @param incrementSize the size of a block of numbers
     */
    public ShardPooledLoOptimizer(Class<?> returnClass, int incrementSize) {
        super(incrementSize, () -> new PooledLoOptimizer(returnClass, incrementSize));
    }
}
