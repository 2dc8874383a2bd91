package io.virgo.it.torture;

import io.virgo.core.CurrentShard;
import io.virgo.core.PoolFigures;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardResolver;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceConfiguration;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;

/** Virgo. */
final class VirgoSubject implements Subject {

    private final SessionFactory factory;
    private final Shards shards;
    private final boolean resolves;
    private final Map<String, Object> ninth = new HashMap<>();

    VirgoSubject(ShardDatabases databases, boolean resolves) {
        this.resolves = resolves;
        Map<String, Object> settings = databases.settings();
        String ninthKey = "virgo.shard." + Databases.NINTH + ".hibernate.connection.url";
        ninth.put("hibernate.connection.url", settings.remove(ninthKey));
        Databases.pool().forEach((key, value) -> settings.put("virgo.shard.DEFAULT." + key, value));
        settings.putAll(Databases.common("virgo"));
        if (resolves) {
            settings.put("virgo.shard_resolver", ByAttribute.class.getName());
        }
        factory = new PersistenceConfiguration("torture")
                .properties(settings)
                .managedClass(Author.class)
                .managedClass(Book.class)
                .managedClass(Seed.class)
                .managedClass(Leaf.class)
                .createEntityManagerFactory()
                .unwrap(SessionFactory.class);
        shards = Shards.of(factory);
    }

    /** Knows an entity's shard by the entity itself, not by its id. */
    public static final class ByAttribute implements ShardResolver {

        @Override
        public String shardOf(Object entity) {
            return entity instanceof Row row ? row.getShard() : null;
        }

        @Override
        public String shardOf(Class<?> type, Object id) {
            return null;
        }
    }

    @Override
    public SessionFactory factory() {
        return factory;
    }

    @Override
    @SuppressWarnings("try")
    public Handle openPlain(String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return new Fixed(factory.createEntityManager());
        }
    }

    private record Fixed(EntityManager em) implements Handle {

        @Override
        public void choose(String shard) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    @SuppressWarnings("try")
    public Handle openSharded(String openedUnder) {
        if (openedUnder == null) {
            return new Sharded(ShardManager.extend(factory.createEntityManager()));
        }
        try (ShardScope scope = CurrentShard.open(openedUnder)) {
            return new Sharded(ShardManager.extend(factory.createEntityManager()));
        }
    }

    private record Sharded(ShardedEntityManager em) implements Handle {

        @Override
        public void choose(String shard) {
            em.setCurrentShard(shard);
        }
    }

    @Override
    public Scope scope(String shard) {
        ShardScope scope = CurrentShard.open(shard);
        return scope::close;
    }

    @Override
    public String threadShard() {
        return CurrentShard.get().orElse(null);
    }

    @Override
    public boolean resolves() {
        return resolves;
    }

    @Override
    public boolean changesShards() {
        return true;
    }

    @Override
    public void addNinth() {
        shards.add(Databases.NINTH, ninth);
    }

    @Override
    public boolean removeNinth() {
        return shards.remove(Databases.NINTH, Duration.ofSeconds(30));
    }

    @Override
    public int borrowed() {
        return shards.figures().stream().mapToInt(PoolFigures::active).sum();
    }

    @Override
    public List<String> shards() {
        return Databases.EIGHT;
    }

    @Override
    public void close() {
        factory.close();
    }
}
