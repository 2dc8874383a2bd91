/** The smallest program: two shards, one entity, ten lines. */
@NullMarked
package io.virgo.example.smallest;

import org.jspecify.annotations.NullMarked;
