package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.NoCurrentShardException;
import io.virgo.core.id.ShardBearing;
import io.virgo.core.id.ShardedId;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Tickets.BadBasket;
import io.virgo.it.ids.fixture.Tickets.Basket;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of a shard and a number on it. */
@ExtendWith(VirgoCheck.class)
class ShardIdTest {

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void idsTellTheirShardAndAreUniqueOverAllOfThem(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "eu", "us")) {
            List<ShardedId> ids = new ArrayList<>();
            for (String ddl : List.of("create", "validate")) {
                try (SessionFactory factory =
                        Units.open(databases, Map.of("hibernate.hbm2ddl.auto", ddl), Basket.class)) {
                    for (String shard : List.of("eu", "us")) {
                        Units.write(factory, shard, session -> {
                            for (int i = 0; i < 25; i++) {
                                Basket basket = new Basket();
                                basket.text = shard;
                                session.persist(basket);
                                ids.add(basket.id);
                            }
                        });
                    }
                    for (ShardedId id : ids) {
                        String text =
                                Units.read(factory, ((ShardBearing) id).shard(), s -> s.find(Basket.class, id).text);
                        assertThat(text).isEqualTo(id.shard());
                    }
                }
            }
            assertThat(ids).hasSize(100).doesNotHaveDuplicates();
            assertThat(databases.probe("us").single("select count(*) from Basket where shard = 'us'", Long.class))
                    .isEqualTo(50);
        }
    }

    @Test
    void worksUnderTheCurrentShardOfAnExtendedManager() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us");
                SessionFactory factory = Units.open(databases, Map.of(), Basket.class);
                ShardedEntityManager em = ShardManager.extend(factory.createEntityManager())) {
            for (String shard : List.of("us", "eu")) {
                em.setCurrentShard(shard);
                em.getTransaction().begin();
                Basket basket = new Basket();
                em.persist(basket);
                em.getTransaction().commit();
                assertThat(basket.id.shard()).isEqualTo(shard);
                assertThat(basket.id.local()).isEqualTo(1);
            }
        }
    }

    @Test
    void withoutAShardNothingIsMade() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us");
                SessionFactory factory = Units.open(databases, Map.of(), Basket.class)) {
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(new Basket())))
                    .isInstanceOf(NoCurrentShardException.class);
        }
    }

    @Test
    void anotherTypeIsRefusedAtStart() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "us")) {
            assertThatThrownBy(() -> Units.open(databases, Map.of(), BadBasket.class))
                    .rootCause()
                    .hasMessageContaining("BadBasket")
                    .hasMessageContaining("io.virgo.core.id.ShardedId");
        }
    }
}
