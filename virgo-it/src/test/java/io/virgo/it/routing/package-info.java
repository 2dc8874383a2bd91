/** Routers whose map is in a table, over real databases. */
@org.jspecify.annotations.NullMarked
package io.virgo.it.routing;
