package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says where the rows of an entity live: by a router, for the root of an aggregate, or with a parent, for what belongs to one. Stands on an
 * entity or a mapped superclass; subclasses inherit it, and the nearest one counts.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Sharded {

    /**
     * The router, as named by {@code virgo.router.<name>.type}. It gets the value of the {@link ShardKey} attribute, or the id.
     *
     * @return the router's name; empty for an entity that follows its {@link #parent()}
     */
    String router() default "";

    /**
     * The to-one association that leads to the entity with which this one lives, directly or by further parents.
     *
     * @return the attribute's name; empty for the root of an aggregate
     */
    String parent() default "";
}
