package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that the rows of an entity are spread over the shards, and by what. Exactly one of three forms:
 *
 * <ul>
 *   <li>{@code @Sharded(router = "customers")}: the root of an aggregate. The router of that name, configured under
 *       {@code virgo.router.customers.}, gets the value of the attribute that carries {@link ShardKey}, otherwise the id.
 *   <li>{@code @Sharded(parent = "order")}: a part of an aggregate. It is on the shard of what the to-one association {@code order}
 *       points to, which may itself be a part, to any depth.
 *   <li>{@code @Sharded}: the id tells the shard, as one made by a generator that is {@link io.virgo.core.id.ShardBearingGenerator} does. What is
 *       new goes to the current shard.
 * </ul>
 *
 * <p>Stands on the entity class or a mapped superclass; the nearest one counts. All entities of an inheritance tree have one rule.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Sharded {

    /**
     * Names the router that decides.
     *
     * @return the router's name
     */
    String router() default "";

    /**
     * Names the to-one association that leads towards the root.
     *
     * @return the name of the attribute
     */
    String parent() default "";

    /**
     * Names a router of type {@code directory} that knows the shard of each id of this entity. It is asked for an id that does not hold
     * the shard key; the application enters the ids.
     *
     * @return the router's name; empty for none
     */
    String directory() default "";
}
