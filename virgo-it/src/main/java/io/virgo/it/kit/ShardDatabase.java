package io.virgo.it.kit;

/**
 * The database of one shard.
 *
 * @param directUrl leads straight to the server
 * @param url leads through proxies and the fault driver, if there are any
 */
record ShardDatabase(String database, String directUrl, String url) {}
