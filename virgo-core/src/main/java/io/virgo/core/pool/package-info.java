/**
 * A shard, its pool, and the registry of shards. Pools are Hibernate's own connection providers; this package opens them one attempt
 * at a time, keeps a dead shard from hurting others, and counts. Knows settings only; failures leave it as {@code SQLException}.
 */
@NullMarked
package io.virgo.core.pool;

import org.jspecify.annotations.NullMarked;
