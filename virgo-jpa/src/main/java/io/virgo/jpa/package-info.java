/**
 * JPA over shards: {@link io.virgo.jpa.ShardManager} extends an {@code EntityManager} to a {@link io.virgo.jpa.ShardedEntityManager}, and
 * a {@link io.virgo.jpa.ShardResolver} is the application's rule of where an entity lives.
 */
@NullMarked
package io.virgo.jpa;

import org.jspecify.annotations.NullMarked;
