package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C02: the transaction has begun before the shard is chosen; with the setting, no connection is taken by then. */
@ExtendWith(VirgoCheck.class)
class SpringAdviceOrderTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shardChosenInsideTheTransactionIsRightOrRefused(boolean delayed) {
        // H2's connections are in auto-commit mode; with the setting, the pool has to switch that off.
        Map<String, Object> properties = delayed
                ? Map.of(
                        "spring.jpa.properties.hibernate.connection.provider_disables_autocommit",
                        "true",
                        "spring.jpa.properties.hibernate.connection.autocommit",
                        "false")
                : Map.of();
        try (SpringShop shop = SpringShop.start(DatabaseProduct.H2, properties)) {
            shop.emptied();
            shop.work().inTransaction(() -> {
                shop.sem().setCurrentShard("s2");
                shop.sem().persist(customer(2, "chosen"));
            });
            assertThat(shop.names("s2")).containsExactly("chosen", "one of s2");

            shop.work()
                    .inTransaction(() -> CurrentShard.run("s1", () -> shop.sem().persist(customer(2, "scoped"))));
            assertThat(shop.names("s1")).containsExactly("one of s1", "scoped");

            assertThatThrownBy(() -> shop.work()
                            .inTransaction(() -> CurrentShard.run(
                                    "s1", () -> shop.customers().findAll())))
                    .rootCause()
                    .isInstanceOf(NoCurrentShardException.class)
                    .hasMessageContaining("[s0, s1, s2]")
                    .hasMessageContaining("opened before")
                    .hasMessageContaining("'s1'");
            assertThat(shop.names("s0")).containsExactly("one of s0");
            assertThat(shop.names("s1")).containsExactly("one of s1", "scoped");
        }
    }
}
