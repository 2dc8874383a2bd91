/** The sharded entity manager and the per-thread key, through the public API on real databases. */
@NullMarked
package io.virgo.it.jpa;

import org.jspecify.annotations.NullMarked;
