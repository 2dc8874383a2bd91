package io.virgo.core.id;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Ids that are unique over all shards and come from the entity's own shard: {@code index + N * stride}, where each shard has an index of
 * its own and counts N for itself. The index and the stride are stored in the shard, in the table {@code virgo_stride}, when it is first
 * used, and never change: shards may be added and sorted otherwise, as long as there are no more than the stride.
 *
 * <p>For attributes of type {@code Long}, {@code Integer}, {@code Short} (or the primitive ones) and {@code BigInteger}. No
 * {@code @GeneratedValue} is needed beside it.
 *
 * @since 0.1
 */
@IdGeneratorType(InterleavedIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface InterleavedId {

    /**
     * How many shards there can ever be. It cannot be changed once there are rows.
     *
     * @return 2 or more
     */
    int stride() default 64;

    /**
     * The name of the sequence. Entities with the same name share their numbers.
     *
     * @return the name; empty for the name of the entity, in a hierarchy of its root
     */
    String name() default "";

    /**
     * How many numbers are fetched at once. It may be changed at any time and differ from node to node.
     *
     * @return 1 or more
     */
    int blockSize() default 100;

    /**
     * To what a block may grow. Blocks double while one lasts less than 100 ms, and shrink again when one lasts more than 2 s.
     *
     * @return the greatest size; 0 for a thousand times {@link #blockSize}, with {@code Integer} and {@code Short} for no growth
     */
    long maxBlockSize() default 0;
}
