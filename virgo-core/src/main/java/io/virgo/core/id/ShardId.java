package io.virgo.core.id;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Composite ids of the session's shard and a number from a sequence of that shard: no shard waits for another, and the id tells where the
 * entity lives. Stands beside {@code @EmbeddedId} on an attribute of type {@link ShardedId}, or of an embeddable class of your own that
 * implements {@link ShardBearing} and has a public constructor {@code (String shard, long local)}.
 *
 * <p>The entity goes to the current shard; the id cannot tell it before it is made. The sequence is Hibernate's: its schema tools make and
 * validate it, on each shard, and blocks are fetched for each shard apart.
 *
 * @since 0.1
 */
@IdGeneratorType(ShardIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface ShardId {

    /**
     * The sequence on each shard.
     *
     * @return its name; by default that of the entity's table with {@code _seq} after it
     */
    String sequence() default "";

    /**
     * How many numbers are fetched at once: the sequence's increment.
     *
     * @return the number, 1 at least
     */
    int allocationSize() default 50;
}
