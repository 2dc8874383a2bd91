package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.MultiShardWriteException;
import io.virgo.it.cache.fixture.Category;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C22: rows that are on every shard, with the second-level cache and a version of their own on each. */
@ExtendWith(VirgoCheck.class)
class ReferenceDataTest {

    private static ShardDatabases databases(DatabaseProduct product) {
        return ShardDatabases.of(product, "a", "b", "c").withFaults();
    }

    /** A copy on each shard, of which b's has been changed more often, and all in the cache. */
    private static SessionFactoryImplementor filled(ShardDatabases databases) {
        SessionFactoryImplementor factory = Units.cached(databases);
        for (String shard : databases.names()) {
            Units.write(factory, shard, session -> session.persist(new Category(1, "java")));
        }
        for (String name : List.of("Java", "java")) {
            Units.write(factory, "b", session -> session.find(Category.class, 1L).name = name);
        }
        assertThat(copies(factory)).containsExactly("java 0", "java 2", "java 0");
        return factory;
    }

    /** Name and version as sessions see them, which may be from the cache. */
    private static List<String> copies(SessionFactoryImplementor factory) {
        List<String> copies = new ArrayList<>();
        for (String shard : List.of("a", "b", "c")) {
            Category copy = Units.read(factory, shard, session -> session.find(Category.class, 1L));
            copies.add(copy.name + " " + copy.version);
        }
        return copies;
    }

    /** Name and version as the databases have them. */
    private static List<String> rows(ShardDatabases databases) {
        return databases.names().stream()
                .flatMap(shard -> databases.probe(shard).rows("select name, version from Category").stream())
                .map(row -> row.get(0) + " " + row.get(1))
                .toList();
    }

    /** Renames the copy on each shard by a transaction of its own, and tells what went wrong where. */
    private static Map<String, RuntimeException> renameEverywhere(SessionFactoryImplementor factory, String name) {
        Map<String, RuntimeException> failures = new LinkedHashMap<>();
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                try {
                    sem.getTransaction().begin();
                    sem.find(Category.class, 1L).name = name;
                    sem.getTransaction().commit();
                } catch (RuntimeException e) {
                    failures.put(shard, e);
                    if (sem.getTransaction().isActive()) {
                        sem.getTransaction().rollback();
                    }
                }
            }
        }
        return failures;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C22: all copies in one transaction: refused with the shards named, and neither row nor cache changes")
    void writingAllShardsInOneTransactionIsRefused(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product);
                SessionFactoryImplementor factory = filled(databases)) {
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                sem.getTransaction().begin();
                for (String shard : sem.getShards()) {
                    sem.setCurrentShard(shard);
                    sem.find(Category.class, 1L).name = "Java SE";
                }
                assertThatThrownBy(() -> sem.getTransaction().commit())
                        .hasRootCauseInstanceOf(MultiShardWriteException.class)
                        .rootCause()
                        .hasMessageContaining("[a, b, c]")
                        .hasMessageContaining("rolled back");
            }
            assertThat(rows(databases)).containsExactly("java 0", "java 2", "java 0");
            assertThat(copies(factory)).containsExactly("java 0", "java 2", "java 0");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C22: a transaction for each shard writes all copies; their versions do not fight in the cache")
    void aTransactionForEachShardWritesAllCopies(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product);
                SessionFactoryImplementor factory = filled(databases)) {
            var statistics = Units.fresh(factory);
            for (int round = 1; round <= 3; round++) {
                assertThat(renameEverywhere(factory, "Java " + round)).isEmpty();
                assertThat(copies(factory)).isEqualTo(rows(databases));
            }
            assertThat(rows(databases)).containsExactly("Java 3 3", "Java 3 5", "Java 3 3");
            assertThat(statistics.getOptimisticFailureCount()).isZero();
            assertThat(statistics.getSecondLevelCacheHitCount()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C22: the shard that missed the write is named; the same work once more makes all copies equal")
    void aShardThatMissedTheWriteIsNamedAndTheNextRunConverges(DatabaseProduct product) {
        try (ShardDatabases databases = databases(product);
                SessionFactoryImplementor factory = filled(databases)) {
            databases.faults("b").at(FaultPoint.COMMIT).once().fail("08006");
            Map<String, RuntimeException> failures = renameEverywhere(factory, "Java SE");
            assertThat(failures).containsOnlyKeys("b");
            assertThat(failures.get("b")).hasStackTraceContaining("unknown on [b]");
            assertThat(rows(databases)).containsExactly("Java SE 1", "java 2", "Java SE 1");
            assertThat(copies(factory)).isEqualTo(rows(databases));

            assertThat(renameEverywhere(factory, "Java SE")).isEmpty();
            assertThat(rows(databases)).containsExactly("Java SE 1", "Java SE 3", "Java SE 1");
            assertThat(copies(factory)).isEqualTo(rows(databases));
        }
    }
}
