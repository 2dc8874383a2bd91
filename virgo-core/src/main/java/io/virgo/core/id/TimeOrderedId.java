package io.virgo.core.id;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Ids that are unique over all shards and rise with time, made without a database round trip.
 *
 * <p>On an attribute of type {@code java.util.UUID} or {@code String}: UUIDs of version 7, by Hibernate's own generator. Nothing has to be
 * configured.
 *
 * <p>On a {@code Long} or {@code long}: from the top a sign bit 0, 41 bits of milliseconds since 2025-01-01T00:00Z (to the year 2094), 8
 * bits of a node number, and a 14-bit counter that spreads over all remainders when ids are few. One node makes 16,384 ids in a
 * millisecond; when more are asked for, it goes on with the milliseconds to come, up to 10 seconds, and then waits. A clock that is set
 * back is bridged in the same way, up to 10 seconds; beyond that ids are refused. Each factory needs a node number of its own: see
 * {@code virgo.ids.node} in {@link io.virgo.core.settings.VirgoSettings}.
 *
 * @since 0.1
 */
@IdGeneratorType(TimeOrderedIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface TimeOrderedId {

    /**
     * Keeps numbers below 2<sup>53</sup>, which JavaScript and JSON readers that know only {@code double} can hold: 35 bits of units of 64
     * milliseconds, 8 bits of the node number, a 10-bit counter. One node makes 16,000 ids a second over time, and up to 160,000 more at
     * once.
     *
     * @return true for the small form; not for UUIDs
     */
    boolean javaScriptSafe() default false;
}
