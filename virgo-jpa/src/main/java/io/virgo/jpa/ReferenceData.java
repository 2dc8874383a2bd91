package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that each shard has a copy of all rows of an entity. {@code find} reads the copy of the current shard; without one, that of any
 * shard that answers. Everything else needs a current shard, and a write changes the copy of that shard only.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ReferenceData {}
