/** Hibernate's caches under shards: entities, collections, natural ids and queries. */
package io.virgo.it.cache;
