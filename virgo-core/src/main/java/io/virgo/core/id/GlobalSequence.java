package io.virgo.core.id;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Ids that are unique over all shards, from a sequence in the table {@code virgo_ids} of one shard. Each node fetches blocks of them, by
 * a connection and in a transaction of its own, and early, on another thread; a session's transaction has no part in it. Numbers of a
 * node that ends are lost; ids neither follow one another without gaps nor rise over all nodes.
 *
 * <p>For attributes of type {@code Long}, {@code Integer}, {@code Short} (or the primitive ones) and {@code BigInteger}. No
 * {@code @GeneratedValue} is needed beside it.
 *
 * @since 0.1
 */
@IdGeneratorType(GlobalSequenceGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface GlobalSequence {

    /**
     * The shard whose table has the sequence.
     *
     * @return the shard's name; empty for the one of the setting {@code virgo.ids.shard}, which is {@code main} if not set
     */
    String shard() default "";

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
    int blockSize() default 1000;

    /**
     * To what a block may grow. Blocks double while one lasts less than 100 ms, and shrink again when one lasts more than 2 s.
     *
     * @return the greatest size; 0 for a thousand times {@link #blockSize}, with {@code Integer} and {@code Short} for no growth
     */
    long maxBlockSize() default 0;

    /**
     * The first number of a new sequence. Of no effect once the sequence is there.
     *
     * @return 0 or more
     */
    long initial() default 1;
}
