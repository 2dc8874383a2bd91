package io.virgo.core.pool;

import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** An open pool: Hibernate's connection provider and the registry that owns it. */
record Pool(StandardServiceRegistry registry, ConnectionProvider provider) {

    void close() {
        StandardServiceRegistryBuilder.destroy(registry);
    }
}
