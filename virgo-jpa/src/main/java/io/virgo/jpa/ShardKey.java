package io.virgo.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the attribute that decides the shard of a {@code @Sharded(router = …)} entity; without it the id does. It may be a basic
 * attribute, a part of a composite id (on the attribute of the id's own class, or on the entity's {@code @Id} attribute where there is an
 * {@code @IdClass}), or an embedded object, whose parts then make a composite key in the alphabetical order of their names. Its value
 * must be set before the entity is persisted, and never changes.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ShardKey {}
