package io.virgo.it.torture;

import io.virgo.it.kit.ShardDatabases;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceConfiguration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/** The naive design: a wrapper that sets the thread's key before each call, and a provider that reads it. */
final class NaiveSubject implements Subject {

    private final NaiveConnections connections = new NaiveConnections();
    private final SessionFactory factory;

    NaiveSubject(ShardDatabases databases) {
        for (String shard : Databases.EIGHT) {
            // Rows locked by others on a wrong shard shall not cost the run its time.
            String url = databases.url(shard) + ";LOCK_TIMEOUT=20";
            connections.add(shard, url, databases.username(), databases.password());
        }
        Map<String, Object> settings = new HashMap<>(Databases.common("naive"));
        settings.put("hibernate.connection.provider_class", connections);
        factory = new PersistenceConfiguration("naive")
                .properties(settings)
                .managedClass(Author.class)
                .managedClass(Book.class)
                .managedClass(Seed.class)
                .managedClass(Leaf.class)
                .createEntityManagerFactory()
                .unwrap(SessionFactory.class);
    }

    @Override
    public SessionFactory factory() {
        return factory;
    }

    @Override
    public Handle openPlain(String shard) {
        return new Wrapped(factory.openSession(), shard);
    }

    @Override
    public Handle openSharded(String openedUnder) {
        return new Wrapped(factory.openSession(), openedUnder);
    }

    private static final class Wrapped implements Handle {

        private final Session session;
        private String shard;

        Wrapped(Session session, String shard) {
            this.session = session;
            this.shard = shard;
        }

        @Override
        public EntityManager em() {
            return (EntityManager) Proxy.newProxyInstance(
                    Session.class.getClassLoader(), new Class<?>[] {Session.class}, (proxy, method, args) -> {
                        NaiveConnections.KEY.set(shard);
                        try {
                            return method.invoke(session, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public void choose(String chosen) {
            shard = chosen;
        }
    }

    @Override
    public Scope scope(String shard) {
        String before = threadShard();
        NaiveConnections.KEY.set(shard);
        return () -> NaiveConnections.KEY.set(before);
    }

    @Override
    public String threadShard() {
        return NaiveConnections.KEY.get();
    }

    @Override
    public boolean resolves() {
        return false;
    }

    @Override
    public boolean changesShards() {
        return false;
    }

    @Override
    public void addNinth() {}

    @Override
    public boolean removeNinth() {
        return true;
    }

    @Override
    public int borrowed() {
        return connections.borrowed();
    }

    @Override
    public List<String> shards() {
        return Databases.EIGHT;
    }

    @Override
    public void close() {
        factory.close();
        connections.close();
    }
}
