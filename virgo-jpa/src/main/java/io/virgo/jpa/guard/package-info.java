/**
 * The guard that keeps objects of one shard out of the sessions of another. It sits in Hibernate's event listeners, so that it holds for
 * plain sessions, cascades and flushes too, and it never loads anything.
 */
@NullMarked
package io.virgo.jpa.guard;

import org.jspecify.annotations.NullMarked;
