/** From a shard key to a shard: the routers, and the one form that equal keys are brought to. Knows no pool and no session. */
@NullMarked
package io.virgo.core.routing;

import org.jspecify.annotations.NullMarked;
