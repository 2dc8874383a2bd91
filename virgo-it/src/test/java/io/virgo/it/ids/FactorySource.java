package io.virgo.it.ids;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.ids.fixture.Draw;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jpa.HibernatePersistenceConfiguration;

/** Draws ids of an entity in a process of its own, from a factory that has the shard eu. */
abstract class FactorySource implements IdSource {

    private final Class<?> type;
    private SessionFactory factory;
    private SharedSessionContractImplementor session;

    FactorySource(Class<?> type) {
        this.type = type;
    }

    @Override
    @SuppressWarnings("try")
    public void open(Map<String, String> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("hibernate.hbm2ddl.auto", "update");
        factory = new HibernatePersistenceConfiguration("unit")
                .managedClasses(type)
                .properties(all)
                .createEntityManagerFactory()
                .unwrap(SessionFactory.class);
        try (ShardScope scope = CurrentShard.open("eu")) {
            session = factory.openSession().unwrap(SharedSessionContractImplementor.class);
        }
    }

    @Override
    public Object next() {
        return Draw.id(session, type);
    }

    @Override
    public void close() {
        if (factory != null) {
            session.close();
            factory.close();
        }
    }
}
