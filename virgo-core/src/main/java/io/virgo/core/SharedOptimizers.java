package io.virgo.core;

import io.virgo.core.id.ShardHiLoOptimizer;
import io.virgo.core.id.ShardOptimizer;
import io.virgo.core.id.ShardPooledLoOptimizer;
import java.util.Objects;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.id.enhanced.HiLoOptimizer;
import org.hibernate.id.enhanced.LegacyHiLoAlgorithmOptimizer;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.hibernate.id.enhanced.PooledOptimizer;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.id.enhanced.TableGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the optimizers of Hibernate's that a mapping names itself, past the one that Virgo sets, and tells what they do to shards. */
final class SharedOptimizers {

    private static final Logger LOG = LoggerFactory.getLogger(SharedOptimizers.class);

    private SharedOptimizers() {}

    /** Gives the setting for the optimizer of generators that name none: one for each shard, with the same numbers as the given one. */
    static Object preferred(@Nullable Object given) {
        return switch (String.valueOf(given)) {
            case "null", "pooled" -> ShardOptimizer.class.getName();
            case "pooled-lo" -> ShardPooledLoOptimizer.class.getName();
            case "hilo" -> ShardHiLoOptimizer.class.getName();
            default -> Objects.requireNonNull(given);
        };
    }

    /** A warning and no refusal, for the numbers are right; only waiting is shared. */
    static void warn(SessionFactoryImplementor factory) {
        factory.getMappingMetamodel().forEachEntityDescriptor(persister -> {
            Optimizer optimizer = of(persister.getGenerator());
            String instead = optimizer == null ? "" : inPlaceOf(optimizer);
            if (!instead.isEmpty()) {
                LOG.warn(
                        "{}: its id generator names the optimizer {}, which has one lock for all shards; a shard that hangs stops"
                                + " inserts of the entity on all of them. {}",
                        persister.getEntityName(),
                        Objects.requireNonNull(optimizer).getClass().getSimpleName(),
                        instead);
            }
        });
    }

    /** Another kind of optimizer would give numbers twice, so each has its own remedy. */
    private static String inPlaceOf(Optimizer optimizer) {
        if (optimizer instanceof PooledOptimizer) {
            return "Name " + ShardOptimizer.class.getName() + ", which gives the same numbers";
        }
        if (optimizer instanceof PooledLoOptimizer) {
            return "Name " + ShardPooledLoOptimizer.class.getName() + ", which gives the same numbers";
        }
        if (optimizer instanceof HiLoOptimizer) {
            return "Name " + ShardHiLoOptimizer.class.getName() + ", which gives the same numbers";
        }
        return optimizer instanceof LegacyHiLoAlgorithmOptimizer
                ? "There is no other for its numbers; use another generator for new entities"
                : "";
    }

    /** The optimizer of one of Hibernate's own generators, null for others. */
    static @Nullable Optimizer of(Generator generator) {
        if (generator instanceof SequenceStyleGenerator sequence) {
            return sequence.getOptimizer();
        }
        return generator instanceof TableGenerator table ? table.getOptimizer() : null;
    }
}
