package io.virgo.core;

import java.time.Duration;
import java.util.Optional;

/**
 * The answer of one shard to a health check.
 *
 * @param shard the shard's name
 * @param up whether a connection could be had and was valid within the time
 * @param took how long the answer, or giving up, took
 * @param problem why the shard is not up; empty if it is
 * @since 0.1
 */
public record ShardHealth(String shard, boolean up, Duration took, Optional<String> problem) {}
