/** Memory of objects by identity that does not keep them alive. The bottom layer of virgo-jpa. */
@NullMarked
package io.virgo.jpa.identity;

import org.jspecify.annotations.NullMarked;
