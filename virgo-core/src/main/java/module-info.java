/** Settings, shards and their pools, the per-thread shard key, the connection provider, routing and ids. */
module io.virgo.core {
    requires transitive java.naming;
    requires transitive java.sql;
    requires transitive org.hibernate.orm.core;
    requires org.slf4j;
    requires static transitive org.jspecify;
}
