package io.virgo.core.id;

import org.hibernate.id.enhanced.HiLoOptimizer;

/**
 * Hibernate's optimizer {@code hilo}, one for each shard, for mappings whose sequences were counted by it: name this class where the
 * mapping names {@code hilo}. Its numbers are the same. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public final class ShardHiLoOptimizer extends ShardOptimizer {

    /**
     * Creates the optimizer.
     *
     * @param returnClass the type of the identifier
     * @param incrementSize the size of a block of numbers
     */
    public ShardHiLoOptimizer(Class<?> returnClass, int incrementSize) {
        super(incrementSize, () -> new HiLoOptimizer(returnClass, incrementSize));
    }
}
