package io.virgo.it.jpa;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.kit.RowProbe;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.Faults;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A clean library for each test, and managers that are closed after it. */
abstract class LibraryTest {

    static final List<String> SHARDS = List.of("a", "b", "c");

    @RegisterExtension
    static final VirgoCheck CHECK = VirgoCheck.watching(Library.DATABASES).toleratingPools();

    private final List<EntityManager> managers = new ArrayList<>();

    @BeforeEach
    void cleanLibrary() {
        Library.clean();
    }

    @AfterEach
    void closeManagers() {
        Library.DATABASES.names().forEach(shard -> faults(shard).clear());
        managers.stream().filter(EntityManager::isOpen).forEach(manager -> {
            if (manager.getTransaction().isActive()) {
                manager.getTransaction().rollback();
            }
            manager.close();
        });
    }

    /** An extended manager without a shard. */
    final ShardedEntityManager open() {
        return ShardManager.extend(plain());
    }

    /** An extended manager of its own shard. */
    @SuppressWarnings("try")
    final ShardedEntityManager open(String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return open();
        }
    }

    /** A manager that is not extended, of the shard that the thread has just now. */
    final EntityManager plain() {
        EntityManager manager = Library.FACTORY.createEntityManager();
        managers.add(manager);
        return manager;
    }

    /** A manager of the shard that is not extended. */
    @SuppressWarnings("try")
    final EntityManager plain(String shard) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return plain();
        }
    }

    /** Stores an entity on a shard, in a transaction and a manager of its own. */
    final <T> T stored(String shard, T entity) {
        return inTransaction(shard, manager -> {
            manager.persist(entity);
            return entity;
        });
    }

    /** Does something on a shard, in a transaction and a manager of its own, which is closed at the end. */
    final <R> R inTransaction(String shard, Function<EntityManager, R> action) {
        try (EntityManager manager = plain(shard)) {
            manager.getTransaction().begin();
            R result = action.apply(manager);
            manager.getTransaction().commit();
            return result;
        }
    }

    static RowProbe probe(String shard) {
        return Library.DATABASES.probe(shard);
    }

    static Faults faults(String shard) {
        return Library.DATABASES.faults(shard);
    }

    /** The committed rows of a table on a, b and c. */
    static List<Long> counts(String table) {
        return SHARDS.stream().map(shard -> probe(shard).count(table)).toList();
    }

    /** The name of an author as its shard has it. */
    static String nameOnShard(String shard, long id) {
        return String.valueOf(probe(shard).single("select name from Author where id = ?", String.class, id));
    }

    /** Which shard's database answers. */
    static Object whoami(EntityManager manager) {
        return manager.createNativeQuery("select name from whoami").getSingleResult();
    }
}
