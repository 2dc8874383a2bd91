package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that all rows of an entity live on one named shard. On another current shard the entity is refused.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OnShard {

    /**
     * Names the shard.
     *
     * @return the shard's name
     */
    String value();
}
