/** Bulk insert by shard and the retry queue. */
module io.virgo.bulk {
    requires transitive io.virgo.jpa;
    requires static transitive org.jspecify;
}
