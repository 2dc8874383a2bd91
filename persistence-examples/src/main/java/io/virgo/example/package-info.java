/** The start of all examples. */
@NullMarked
package io.virgo.example;

import org.jspecify.annotations.NullMarked;
