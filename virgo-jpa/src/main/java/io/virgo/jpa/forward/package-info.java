/** Generates classes that forward an interface's methods, with Byte Buddy. Knows nothing of shards. */
@NullMarked
package io.virgo.jpa.forward;

import org.jspecify.annotations.NullMarked;
