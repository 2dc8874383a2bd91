/** A JDBC driver that counts, records, and fails on order, in front of any real driver. Uses JDBC alone. */
@NullMarked
package io.virgo.it.kit.fault;

import org.jspecify.annotations.NullMarked;
