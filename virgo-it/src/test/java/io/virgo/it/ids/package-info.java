/** Ids: generators over several shards, several application nodes, and failures. */
package io.virgo.it.ids;
