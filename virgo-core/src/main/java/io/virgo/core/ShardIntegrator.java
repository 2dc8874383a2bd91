package io.virgo.core;

import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;

/**
 * Tells the shards' provider of the factory that it serves, as soon as there is one. Found and called by Hibernate; not for applications.
 *
 * @since 0.1
 */
public final class ShardIntegrator implements Integrator {

    /** Creates the integrator; called by Hibernate. */
    public ShardIntegrator() {}

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        Object service = sessionFactory.getServiceRegistry().getService(MultiTenantConnectionProvider.class);
        if (service instanceof ShardConnectionProvider provider) {
            provider.attach(sessionFactory);
            sessionFactory.addObserver(new SessionFactoryObserver() {

                private static final long serialVersionUID = 1L;

                @Override
                public void sessionFactoryCreated(SessionFactory factory) {
                    provider.started();
                }
            });
        }
    }
}
