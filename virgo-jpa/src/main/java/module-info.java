/** {@code ShardManager}, {@code ShardedEntityManager}, annotations, fan-out queries and multi-shard transactions. */
module io.virgo.jpa {
    requires transitive io.virgo.core;
    requires transitive jakarta.persistence;
    requires jakarta.transaction;
    requires net.bytebuddy;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.virgo.jpa;

    provides org.hibernate.integrator.spi.Integrator with
            io.virgo.jpa.guard.GuardIntegrator;
    provides org.hibernate.service.spi.ServiceContributor with
            io.virgo.jpa.JpaServiceContributor;
}
