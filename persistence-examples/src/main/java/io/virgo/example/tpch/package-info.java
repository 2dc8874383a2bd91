/** The TPC-H data set on four shards; start at {@link io.virgo.example.tpch.Tpch}. */
@NullMarked
package io.virgo.example.tpch;

import org.jspecify.annotations.NullMarked;
