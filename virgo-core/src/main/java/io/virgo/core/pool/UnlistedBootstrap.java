package io.virgo.core.pool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/**
 * The factory's bootstrap registry as the parent of registries that Virgo makes and ends itself. Hibernate's own lists its children and
 * walks through the list when a start fails; one that ends at that moment, as an attempt to open a pool may, would break the walk and
 * hide why the start failed.
 */
public final class UnlistedBootstrap {

    private UnlistedBootstrap() {}

    /**
     * Gives a parent that does not list its children.
     *
     * @param bootstrap the factory's bootstrap registry
     * @return the same registry, for children that somebody else ends
     */
    public static BootstrapServiceRegistry of(BootstrapServiceRegistry bootstrap) {
        return (BootstrapServiceRegistry) Proxy.newProxyInstance(
                UnlistedBootstrap.class.getClassLoader(),
                new Class<?>[] {BootstrapServiceRegistry.class, ServiceRegistryImplementor.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "registerChild", "deRegisterChild", "destroy", "close" -> null;
                    case "equals" -> proxy == args[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> {
                        try {
                            yield method.invoke(bootstrap, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }
}
