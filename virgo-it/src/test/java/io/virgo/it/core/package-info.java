/** The core: settings, pools, start, growth, schema, and what a shard that is down does to the others. */
@org.jspecify.annotations.NullMarked
package io.virgo.it.core;
