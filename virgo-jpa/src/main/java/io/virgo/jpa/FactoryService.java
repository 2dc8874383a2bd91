package io.virgo.jpa;

import java.util.Map;
import java.util.function.BiFunction;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.service.Service;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Makes a service when it is first asked for, after all settings have been checked. */
record FactoryService<R extends Service>(
        Class<R> type, BiFunction<Map<String, Object>, ServiceRegistryImplementor, R> making)
        implements StandardServiceInitiator<R> {

    @Override
    public Class<R> getServiceInitiated() {
        return type;
    }

    @Override
    public R initiateService(Map<String, Object> configurationValues, ServiceRegistryImplementor registry) {
        return making.apply(configurationValues, registry);
    }
}
