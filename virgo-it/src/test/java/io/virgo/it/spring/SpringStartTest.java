package io.virgo.it.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.Shards;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Starting: the settings under {@code spring.jpa.properties}, no shard chosen, the schema on all shards, and Boot's own data source. */
@ExtendWith(VirgoCheck.class)
class SpringStartTest {

    @ParameterizedTest
    @EnumSource(
            value = DatabaseProduct.class,
            names = {"H2", "POSTGRESQL"})
    void startsWithoutAShardAndMakesTheSchemaOnAll(DatabaseProduct product) {
        try (SpringShop shop = SpringShop.start(product, Map.of())) {
            assertThat(Shards.of(shop.factory()).names()).containsExactly("s0", "s1", "s2");
            assertThat(shop.sem().isSharded()).isTrue();
            assertThat(shop.sem().getShards()).containsExactly("s0", "s1", "s2");
            for (String shard : shop.databases().names()) {
                assertThat(shop.probe(shard).count("customer")).isZero();
                assertThat(shop.probe(shard).count("purchase")).isZero();
            }
            JdbcTemplate boot = shop.bean(JdbcTemplate.class);
            assertThatThrownBy(() -> boot.queryForList("select * from customer"))
                    .hasMessageContaining("customer");
        }
    }

    @Test // C38, C45, I1
    void validationLooksAtTheSchemaOfEachShard() {
        try (SpringShop made =
                SpringShop.start(DatabaseProduct.H2, Map.of("spring.jpa.hibernate.ddl-auto", "create"))) {
            Map<String, Object> properties = new HashMap<>(Map.of("spring.jpa.hibernate.ddl-auto", "validate"));
            made.databases().settings().forEach((key, value) -> properties.put("spring.jpa.properties." + key, value));
            try (SpringShop shop = SpringShop.start(DatabaseProduct.H2, properties)) {
                assertThat(CurrentShard.get()).isEmpty();
                CurrentShard.run(
                        "s1", () -> assertThat(shop.customers().findAll()).isEmpty());
            }
            made.probe("s1").execute("alter table customer drop column name");
            made.probe("s2").execute("drop table purchase");
            assertThatThrownBy(() -> SpringShop.start(DatabaseProduct.H2, properties))
                    .hasStackTraceContaining("shard 's1': Schema validation: missing column [name]")
                    .hasStackTraceContaining("shard 's2': Schema validation: missing table [purchase]");
        }
    }

    @Test
    void refusesWorkWithoutAShardAndTellsTheCause() {
        try (SpringShop shop = SpringShop.start()) {
            assertThatThrownBy(() -> shop.customers().findAll())
                    .isInstanceOf(DataAccessException.class)
                    .hasRootCauseInstanceOf(NoCurrentShardException.class)
                    .rootCause()
                    .hasMessageContaining("[s0, s1, s2]")
                    .hasMessageContaining("CurrentShard.open");
            assertThatThrownBy(() ->
                            shop.work().inTransaction(() -> shop.customers().save(SpringShop.customer(1, "nobody's"))))
                    .hasRootCauseInstanceOf(NoCurrentShardException.class)
                    .rootCause()
                    .hasMessageContaining("[s0, s1, s2]");
            assertThatThrownBy(() -> shop.sem().find(io.virgo.it.spring.shop.Customer.class, 1L))
                    .isInstanceOf(NoCurrentShardException.class);
            assertThatThrownBy(() ->
                            shop.work().inTransaction(() -> shop.sem().persist(SpringShop.customer(1, "nobody's"))))
                    .isInstanceOf(NoCurrentShardException.class)
                    .hasMessageContaining("[s0, s1, s2]")
                    .hasMessageContaining("setCurrentShard");
            shop.databases()
                    .names()
                    .forEach(shard -> assertThat(shop.names(shard)).isEmpty());
        }
    }

    @Test
    void emptyTransactionNeedsNoShard() {
        try (SpringShop shop = SpringShop.start()) {
            shop.work().inTransaction(() -> {});
            shop.work().serializable(() -> {});
            assertThat(shop.work().reading(() -> "nothing read")).isEqualTo("nothing read");
        }
    }

    @Test
    void jdbcTemplateSeesTheShardInsideATransactionAndBootsDataSourceOutside() {
        try (SpringShop shop = SpringShop.start()) {
            JdbcTemplate jdbc = shop.bean(JdbcTemplate.class);
            CurrentShard.run("s1", () -> {
                assertThat(whoami(jdbc)).isEqualTo("boot");
                shop.work().inTransaction(() -> assertThat(whoami(jdbc)).isEqualTo("s1"));
                shop.work().inTransaction(() -> {
                    shop.sem().setCurrentShard("s2");
                    assertThat(whoami(jdbc)).as("the session's own shard").isEqualTo("s1");
                });
            });
            assertThatThrownBy(() -> shop.work().inTransaction(() -> whoami(jdbc)))
                    .isInstanceOf(NoCurrentShardException.class)
                    .hasMessageContaining("[s0, s1, s2]");
            JdbcTemplate s2 = new JdbcTemplate(Shards.of(shop.factory()).dataSource("s2"));
            assertThat(whoami(s2)).isEqualTo("s2");
        }
    }

    private static String whoami(JdbcTemplate jdbc) {
        return jdbc.queryForObject("select name from whoami", String.class);
    }

    @Test
    void closingTheContextLeavesNothing() {
        try (ShardDatabases outside = ShardDatabases.h2("outside")) {
            LeakCheck leaks = LeakCheck.begin(outside);
            try (SpringShop shop = SpringShop.start()) {
                CurrentShard.run("s0", () -> shop.customers().save(SpringShop.customer(1, "a")));
            }
            leaks.assertNothingLeft();
        }
    }
}
