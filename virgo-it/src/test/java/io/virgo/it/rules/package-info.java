/** The rules that the mapping gives: annotations, routing by them, refusals, and the checks at start. */
@NullMarked
package io.virgo.it.rules;

import org.jspecify.annotations.NullMarked;
