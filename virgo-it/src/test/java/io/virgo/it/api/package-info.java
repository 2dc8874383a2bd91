/** The public API of the three libraries, held against a file that a review sees. */
@NullMarked
package io.virgo.it.api;

import org.jspecify.annotations.NullMarked;
