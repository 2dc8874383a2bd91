/** Bulk insert by shard and the retry queue. Empty until its issue; the top layer of the libraries. */
@NullMarked
package io.virgo.bulk;

import org.jspecify.annotations.NullMarked;
