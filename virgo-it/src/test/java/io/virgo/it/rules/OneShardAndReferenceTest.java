package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.ShardUnavailableException;
import io.virgo.core.WrongShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.OnShard;
import io.virgo.jpa.ReferenceData;
import io.virgo.jpa.ShardResolver;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Entities that live on one named shard, entities with a copy on each, and the resolver that is asked first. */
@ExtendWith(VirgoCheck.class)
class OneShardAndReferenceTest {

    @Entity(name = "Product")
    @OnShard("b")
    static class Product {
        @Id
        long id;

        protected Product() {}

        Product(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Country")
    @ReferenceData
    static class Country {
        @Id
        long id;

        @Version
        int version;

        @Nullable
        String name;

        protected Country() {}

        Country(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    public static class ProductsOnC implements ShardResolver {
        @Override
        public @Nullable String shardOf(Object entity) {
            return entity instanceof Product product && product.id > 100 ? "c" : null;
        }

        @Override
        public @Nullable String shardOf(Class<?> type, Object id) {
            return type == Product.class && (Long) id > 100 ? "c" : null;
        }
    }

    @Test
    void anEntityOfOneShardIsAlwaysThere() {
        try (Ruled ruled = Ruled.open(Product.class)) {
            ruled.store(new Product(1), new Product(2));
            assertThat(ruled.counts("Product")).containsExactly(0L, 2L, 0L);
            ShardedEntityManager em = ruled.manager();
            assertThat(em.find(Product.class, 1L)).isNotNull();
            assertThat(em.resolveShard(Product.class, 77L)).isEqualTo("b");
            em.setCurrentShard("a");
            assertThatThrownBy(() -> em.find(Product.class, 1L))
                    .isInstanceOfSatisfying(WrongShardException.class, e -> {
                        assertThat(e.shard()).isEqualTo("a");
                        assertThat(e.expectedShard()).isEqualTo("b");
                    });
            try (var plain = ruled.plain("a")) {
                plain.getTransaction().begin();
                assertThatThrownBy(() -> plain.persist(new Product(3))).isInstanceOf(WrongShardException.class);
                plain.getTransaction().rollback();
            }
        }
    }

    @Test
    void theResolverIsAskedBeforeTheAnnotation() {
        try (Ruled ruled = Ruled.open(Map.of("virgo.shard_resolver", ProductsOnC.class), Product.class)) {
            ruled.store(new Product(1), new Product(101));
            assertThat(ruled.counts("Product")).containsExactly(0L, 1L, 1L);
            assertThat(ruled.manager().find(Product.class, 101L)).isNotNull();
        }
    }

    @Test
    void referenceDataIsReadAnywhereAndWrittenOnTheCurrentShardOnly() {
        try (Ruled ruled = Ruled.open(Country.class)) {
            for (String shard : Ruled.SHARDS) {
                ruled.inTransaction(em -> {
                    em.setCurrentShard(shard);
                    em.persist(new Country(1, shard));
                });
            }
            assertThat(ruled.counts("Country")).containsExactly(1L, 1L, 1L);
            ShardedEntityManager em = ruled.manager();
            assertThat(em.find(Country.class, 1L)).isNotNull();
            assertThat(em.find(Country.class, 2L)).isNull();
            em.setCurrentShard("c");
            assertThat(em.find(Country.class, 1L).name).isEqualTo("c");
            assertThatThrownBy(() -> ruled.store(new Country(2, "x")))
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("every shard has a copy of it, and only find works without a current shard")
                    .hasMessageContaining("call setCurrentShard(shard) first");
            assertThatThrownBy(() -> ruled.manager().getReference(Country.class, 1L))
                    .isInstanceOf(ShardNotResolvedException.class);
            assertThatThrownBy(() -> ruled.inTransaction(other -> other.merge(new Country(2, "x"))))
                    .isInstanceOf(ShardNotResolvedException.class);
            assertThatThrownBy(() -> ruled.manager().resolveShard(Country.class, 1L))
                    .isInstanceOf(ShardNotResolvedException.class);
        }
    }

    @Test
    void referenceDataIsReadFromAShardThatAnswers() {
        Map<String, String> settings = Map.of("virgo.shard.A0.hibernate.connection.url", "jdbc:nosuch:x");
        try (Ruled ruled = Ruled.open(settings, Country.class)) {
            ruled.databases.probe("a").execute("insert into Country (id, version, name) values (1, 0, 'a')");
            assertThat(ruled.manager().getShards()).first().isEqualTo("A0");
            assertThat(ruled.manager().find(Country.class, 1L).name).isEqualTo("a");
            ShardedEntityManager em = ruled.manager();
            em.setCurrentShard("A0");
            assertThatThrownBy(() -> em.find(Country.class, 1L))
                    .hasStackTraceContaining(ShardUnavailableException.class.getName());
        }
    }
}
