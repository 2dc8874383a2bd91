/** Schema work on every shard: creation, update, validation, truncation, drop, and Hibernate's helper tables. */
@NullMarked
package io.virgo.core.schema;

import org.jspecify.annotations.NullMarked;
