/** {@code ShardManager}, {@code ShardedEntityManager}, annotations, fan-out queries and multi-shard transactions. */
module io.virgo.jpa {
    requires transitive io.virgo.core;
    requires transitive jakarta.persistence;
    requires net.bytebuddy;
    requires org.slf4j;
    requires static transitive org.jspecify;
}
