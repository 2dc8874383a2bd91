/** A command that shows where keys go: {@code virgo.route}. */
@NullMarked
package io.virgo.example.route;

import org.jspecify.annotations.NullMarked;
