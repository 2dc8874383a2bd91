package io.virgo.core.id;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IntegralDataTypeHolder;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.InitialValueAwareOptimizer;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.id.enhanced.PooledOptimizer;
import org.hibernate.sql.ast.tree.expression.Expression;

/**
 * Hibernate's pooled optimizer, one for each shard. Hibernate's own keeps the shards' numbers apart too, but under one lock that is held
 * while a connection is awaited, so that a shard that is down would stop inserts everywhere. Made by Hibernate. Thread-safe.
 *
 * @since 0.1
 */
public sealed class ShardOptimizer implements Optimizer, InitialValueAwareOptimizer
        permits ShardPooledLoOptimizer, ShardHiLoOptimizer {

    private final int incrementSize;
    private final Supplier<Optimizer> creation;
    private final Optimizer template;
    private final Map<String, Optimizer> perShard = new ConcurrentHashMap<>();
    private volatile long initialValue = -1;

    /**
     * Creates the optimizer.
     *
     * @param returnClass the type of the identifier
     * @param incrementSize the size of a block of numbers
     */
    public ShardOptimizer(Class<?> returnClass, int incrementSize) {
        this(incrementSize, () -> new PooledOptimizer(returnClass, incrementSize));
    }

    ShardOptimizer(int incrementSize, Supplier<Optimizer> creation) {
        this.incrementSize = incrementSize;
        this.creation = creation;
        this.template = creation.get();
    }

    @Override
    public Serializable generate(AccessCallback callback) {
        String shard = callback.getTenantIdentifier();
        Optimizer optimizer = perShard.get(shard);
        return (optimizer == null ? perShard.computeIfAbsent(shard, name -> create()) : optimizer).generate(callback);
    }

    private Optimizer create() {
        Optimizer optimizer = creation.get();
        if (optimizer instanceof InitialValueAwareOptimizer aware) {
            aware.injectInitialValue(initialValue);
        }
        return optimizer;
    }

    /**
     * Forgets the numbers that were fetched for a shard, since another database may get its name.
     *
     * @param shard the shard's name
     */
    public void forget(String shard) {
        perShard.remove(shard);
    }

    @Override
    public void injectInitialValue(long initial) {
        initialValue = initial;
    }

    @Override
    public void reset() {
        perShard.clear();
    }

    @Override
    public IntegralDataTypeHolder getLastSourceValue() {
        return template.getLastSourceValue();
    }

    @Override
    public int getIncrementSize() {
        return incrementSize;
    }

    @Override
    public boolean applyIncrementSizeToSourceValues() {
        return template.applyIncrementSizeToSourceValues();
    }

    @Override
    public Expression createLowValueExpression(Expression databaseValue, SessionFactoryImplementor sessionFactory) {
        return template.createLowValueExpression(databaseValue, sessionFactory);
    }

    @Override
    public int getAdjustment() {
        return template.getAdjustment();
    }
}
