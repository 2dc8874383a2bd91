/** Settings, shards and their pools, the per-thread shard key, the connection provider, routing and ids. */
module io.virgo.core {
    requires transitive jakarta.persistence;
    requires transitive java.naming;
    requires transitive java.sql;
    requires transitive org.hibernate.orm.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.virgo.core;
    exports io.virgo.core.id;
    exports io.virgo.core.routing;
    exports io.virgo.core.settings;

    uses io.virgo.core.settings.SettingsCheck;
    // Hibernate reads the parts of ShardedId.
    opens io.virgo.core.id to
            org.hibernate.orm.core;

    provides org.hibernate.integrator.spi.Integrator with
            io.virgo.core.ShardIntegrator;
    provides org.hibernate.service.spi.ServiceContributor with
            io.virgo.core.ShardServiceContributor;
}
