package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Virgo remembers of entities and sessions does not keep them alive. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class GuardMemoryTest {

    private static final int MANY = 50_000;

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Library.open(databases, Map.of());

    private WeakReference<Author> loadMany() {
        try (ShardScope scope = CurrentShard.open("b");
                Session session = factory.openSession()) {
            List<Author> authors =
                    session.createSelectionQuery("from Author", Author.class).getResultList();
            assertThat(authors).hasSize(MANY);
            assertThat(origins()).isGreaterThanOrEqualTo(MANY);
            return new WeakReference<>(authors.get(MANY / 2));
        }
    }

    /** How many entities the guard remembers. Its memory is no part of the API, so reflection has to look. */
    private int origins() {
        try {
            Class<?> type = Class.forName("io.virgo.jpa.guard.ShardGuard");
            Object guard =
                    factory.getServiceRegistry().getService(type.asSubclass(org.hibernate.service.Service.class));
            Field field = type.getDeclaredField("origins");
            field.setAccessible(true);
            Object map = field.get(guard);
            return (int) map.getClass().getMethod("size").invoke(map);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitCollected(WeakReference<?> reference) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    System.gc();
                    return reference.get() == null;
                });
    }

    @Test
    void entitiesOfASessionThatIsGoneAreFreed() {
        databases.probe("b").execute("insert into Author (id, name) select x, 'n' from system_range(1, " + MANY + ")");
        awaitCollected(loadMany());
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    System.gc();
                    return origins() < 100;
                });
    }

    private WeakReference<ShardedEntityManager> useSiblings() {
        ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager());
        for (String shard : sem.getShards()) {
            sem.setCurrentShard(shard);
            sem.find(Author.class, 1L);
        }
        sem.close();
        return new WeakReference<>(sem);
    }

    @Test
    void shardedEntityManagerAndItsSessionsAreFreed() {
        awaitCollected(useSiblings());
    }

    private WeakReference<Session> forgetToClose() {
        Session session = factory.openSession();
        ShardManager.extend(session).setCurrentShard("b");
        return new WeakReference<>(session);
    }

    @Test
    void sessionThatNobodyClosedIsFreed() {
        awaitCollected(forgetToClose());
    }
}
