/** Identifiers: generators and optimizers that know shards. Knows no pool and no session. */
@NullMarked
package io.virgo.core.id;

import org.jspecify.annotations.NullMarked;
