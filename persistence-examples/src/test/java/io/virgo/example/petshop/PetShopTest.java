package io.virgo.example.petshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PetShopTest {

    private static final String[] SHARDS = {"catalog", "s1", "s2", "s3"};

    private static Map<String, Object> settings(ShardDatabases databases) throws Exception {
        Map<String, Object> settings = new TreeMap<>(PetShop.settings(List.of()));
        settings.putAll(databases.settings());
        return settings;
    }

    @Test
    void thePrintedRunIsRight() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        boolean right = PetShop.run(List.of(), new PrintStream(printed, true, StandardCharsets.UTF_8));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(right).as(text).isTrue();
        assertThat(text).contains("EST-1", "Koi", "Where accounts and orders went");
    }

    @Test
    void theCatalogueIsOnItsShardAndOrdersAreSpread() throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2(SHARDS)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory factory = PetShop.open(settings(databases));
                    EntityManager plain = factory.createEntityManager()) {
                ShardedEntityManager em = ShardManager.extend(plain);
                Shop shop = new Shop(em);
                shop.stock(PetShop.catalogue());
                shop.register(new Account("ann", "Oslo", "FISH"));
                for (int i = 0; i < 3; i++) {
                    shop.order("ann", Map.of("EST-1", 2));
                }
                assertThat(databases.probe("catalog").count("Item")).isEqualTo(4);
                assertThat(databases.probe("catalog").count("orders")).isZero();
                long orders = 0;
                for (String shard : List.of("s1", "s2", "s3")) {
                    assertThat(databases.probe(shard).count("Item")).isZero();
                    orders += databases.probe(shard).count("orders");
                }
                assertThat(orders).isEqualTo(3);
                assertThat(databases.probe("catalog").count("Item", "id = 'EST-1' and stock = 94"))
                        .isEqualTo(1);
                assertThatThrownBy(() -> shop.order("ann", Map.of("EST-1", 95)))
                        .hasMessage("only 94 of EST-1 are left");
            }
            leaks.assertNothingLeft();
        }
    }
}
