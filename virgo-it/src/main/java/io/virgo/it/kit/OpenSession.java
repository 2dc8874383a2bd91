package io.virgo.it.kit;

/**
 * A connection as the database itself lists it.
 *
 * @param shard the shard whose database lists it
 * @param id the product's own session number
 * @param busy whether it runs a statement or has an unfinished transaction; on H2 a transaction that only read, and on MariaDB a transaction that
 *     has not touched a table yet, cannot be seen
 * @param statement the running or last statement where the product tells it, else an empty text
 */
public record OpenSession(String shard, String id, boolean busy, String statement) {}
