/** {@code ShardManager}, {@code ShardedEntityManager} and the transaction that spans shards. */
module io.virgo.jpa {
    requires transitive io.virgo.core;
    requires transitive jakarta.persistence;
    requires net.bytebuddy;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.virgo.jpa;

    provides io.virgo.core.settings.SettingsCheck with
            io.virgo.jpa.ResolverSetting;
    provides org.hibernate.integrator.spi.Integrator with
            io.virgo.jpa.guard.GuardIntegrator;
    provides org.hibernate.service.spi.ServiceContributor with
            io.virgo.jpa.JpaServiceContributor;
}
