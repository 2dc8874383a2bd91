package io.virgo.it.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.cache.fixture.Blog;
import io.virgo.it.cache.fixture.Category;
import io.virgo.it.cache.fixture.Post;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.Cacheable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C26: cache keys that leave the shard out are refused at start, wherever they come from. */
@ExtendWith(VirgoCheck.class)
class CacheKeysTest {

    private static final String KEYS_FACTORY = "hibernate.cache.keys_factory";

    /** Its id is of no simple type. */
    @Entity
    @Cacheable
    static class Part {
        @EmbeddedId
        PartId id;
    }

    @Embeddable
    static class PartId {
        int machine;
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof PartId o && o.machine == machine && o.number == number;
        }

        @Override
        public int hashCode() {
            return Objects.hash(machine, number);
        }
    }

    /** Not an id that many use. */
    @Entity
    @Cacheable
    static class Price {
        @Id
        BigDecimal id;
    }

    /** Only its collection is cached. */
    @Entity
    static class Owner {
        @Id
        Long id;

        @ElementCollection
        @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
        Set<String> names = new HashSet<>();
    }

    /** Only its natural id is cached. */
    @Entity
    @NaturalIdCache
    static class Country {
        @Id
        Long id;

        @NaturalId
        String code;
    }

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    private static Map<String, Object> with(Map<String, Object> settings, String key, Object value) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(key, value);
        return all;
    }

    private void refused(Map<String, Object> settings, String text, Class<?>... entities) {
        LeakCheck leaks = LeakCheck.begin(databases);
        assertThatThrownBy(() -> Units.open(databases, settings, entities).close())
                .satisfies(e -> assertThat(virgo(e)).hasMessageContaining(text).hasMessageContaining("remove"));
        leaks.assertNothingLeft();
    }

    private static Throwable virgo(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof VirgoConfigurationException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "org.hibernate.cache.internal.SimpleCacheKeysFactory"})
    void simpleKeysAreRefusedWhenCachesAreOn(String keys) {
        refused(
                with(Units.CACHES, KEYS_FACTORY, keys),
                "hibernate.cache.keys_factory: '" + keys + "' leaves the shard out",
                Blog.class,
                Post.class,
                Category.class);
    }

    @Test
    void simpleKeysAreRefusedWhenOnlyTheQueryCacheIsOn() {
        Map<String, Object> settings =
                with(with(Units.CACHES, KEYS_FACTORY, "simple"), "hibernate.cache.use_second_level_cache", "false");
        refused(settings, "hibernate.cache.keys_factory", Blog.class, Post.class, Category.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "default"})
    void anyKeysAreAllowedWhenCachesAreOff(String keys) {
        Map<String, Object> settings = Map.of(
                KEYS_FACTORY,
                keys,
                "hibernate.cache.use_second_level_cache",
                "false",
                "hibernate.cache.use_query_cache",
                "false");
        try (SessionFactoryImplementor factory =
                Units.open(databases, settings, Blog.class, Post.class, Category.class)) {
            Units.write(factory, "b", s -> s.persist(new Category(1, "x")));
            assertThat(databases.probe("b").count("category")).isEqualTo(1);
            assertThat(databases.probe("a").count("category")).isZero();
        }
    }

    @Test
    void defaultKeysAreAllowed() {
        try (SessionFactoryImplementor factory = Units.open(
                databases,
                with(Units.CACHES, KEYS_FACTORY, "default"),
                Blog.class,
                Post.class,
                Category.class,
                Part.class,
                Price.class,
                Owner.class,
                Country.class)) {
            assertThat(factory.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @DisplayName(
            "C26: a region factory that leaves the shard out is found by its keys, for ids of any type, collections and natural ids")
    @ValueSource(classes = {Category.class, Part.class, Price.class, Owner.class, Country.class})
    void regionFactoryThatLeavesTheShardOutIsRefused(Class<?> entity) {
        refused(
                with(Units.CACHES, "hibernate.cache.region.factory_class", TenantlessRegionFactory.class.getName()),
                entity.getName(),
                entity);
    }
}
