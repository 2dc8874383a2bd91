package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the attribute whose value chooses the shard of a {@link Sharded} root; without it, the id does. It may be a part of an embedded id,
 * and an embeddable counts with all its parts, in the alphabetical order of their names. Its value must not be null and must not change.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ShardKey {}
