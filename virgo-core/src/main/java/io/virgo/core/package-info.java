/**
 * What a user of virgo-core meets: {@link io.virgo.core.ShardConnectionProvider} (named in Hibernate's settings),
 * {@link io.virgo.core.CurrentShard} (the shard of the thread), {@link io.virgo.core.Shards} (the shards of a factory), and the exceptions.
 */
@NullMarked
package io.virgo.core;

import org.jspecify.annotations.NullMarked;
