/** Transactions that span the sessions of several shards. */
@NullMarked
package io.virgo.jpa.transaction;

import org.jspecify.annotations.NullMarked;
