package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.WrongShardException;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.spring.shop.Customer;
import io.virgo.jpa.ShardManager;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;

/** Spring Data's repositories: plain ones under a scope, and those of an application that extends its entity manager beans. */
@ExtendWith(VirgoCheck.class)
class SpringRepositoryTest {

    /** Extends every shared entity manager before anybody gets it; repositories are made on such a bean. */
    @Configuration(proxyBeanMethods = false)
    static class ExtendingBeans {

        @Bean
        static BeanPostProcessor shards() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof EntityManager manager ? ShardManager.extend(manager) : bean;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseProduct.class,
            names = {"H2", "POSTGRESQL"})
    void repositoryWorksOnTheShardOfItsScope(DatabaseProduct product) {
        try (SpringShop shop = SpringShop.start(product, Map.of())) {
            shop.emptied();
            for (String shard : shop.databases().names()) {
                CurrentShard.run(shard, () -> {
                    shop.customers()
                            .saveAll(List.of(customer(2, "b of " + shard).buys("pen"), customer(3, "c of " + shard)));
                    assertThat(shop.customers().findByName("b of " + shard)).hasSize(1);
                    assertThat(shop.customers().findAll(PageRequest.of(0, 2)).getTotalElements())
                            .isEqualTo(3);
                });
            }
            CurrentShard.run("s1", () -> shop.customers().deleteAll());
            assertThat(shop.probe("s0").count("customer")).isEqualTo(3);
            assertThat(shop.probe("s1").count("customer")).isZero();
            assertThat(shop.probe("s1").count("purchase")).isZero();
            assertThat(shop.probe("s2").count("customer")).isEqualTo(3);
            CurrentShard.run("s2", () -> shop.customers().deleteAllInBatch(List.of(customer(3, "x"))));
            assertThat(shop.names("s2")).containsExactly("b of s2", "one of s2");
        }
    }

    /** C21: an entity read from one shard is refused by a repository under the scope of another. */
    @Test
    void entityOfAnotherShardIsRefused() {
        try (SpringShop shop = SpringShop.start()) {
            shop.emptied();
            Customer ofS1 =
                    SpringShop.on("s1", () -> shop.customers().findById(1L).orElseThrow());
            ofS1.setName("wandering");
            CurrentShard.run("s2", () -> {
                assertThatThrownBy(() -> shop.customers().save(ofS1))
                        .hasRootCauseInstanceOf(WrongShardException.class)
                        .rootCause()
                        .hasMessageContaining("s1")
                        .hasMessageContaining("s2");
                assertThatThrownBy(() -> shop.customers().delete(ofS1))
                        .hasRootCauseInstanceOf(WrongShardException.class);
            });
            assertThat(shop.names("s2")).containsExactly("one of s2");
            SpringShop.on("s1", () -> shop.customers().save(ofS1));
            assertThat(shop.names("s1")).containsExactly("wandering");
        }
    }

    @Test
    void repositoryOnAnExtendedManagerFollowsScopesInsideATransaction() {
        try (SpringShop shop = SpringShop.start(DatabaseProduct.H2, Map.of(), ExtendingBeans.class)) {
            shop.emptied();
            shop.work().inTransaction(() -> {
                CurrentShard.run("s1", () -> shop.customers().save(customer(2, "new")));
                CurrentShard.run(
                        "s2",
                        () -> assertThat(shop.customers().findAll())
                                .extracting(Customer::getName)
                                .containsExactly("one of s2"));
            });
            assertThat(shop.names("s1")).containsExactly("new", "one of s1");
            assertThatThrownBy(() -> CurrentShard.run(
                            "s0",
                            () -> shop.work().inTransaction(() -> {
                                shop.customers().save(customer(2, "a"));
                                CurrentShard.run("s2", () -> shop.customers().save(customer(2, "b")));
                            })))
                    .hasRootCauseInstanceOf(MultiShardWriteException.class);
            assertThat(shop.names("s0")).containsExactly("one of s0");
            assertThat(shop.names("s2")).containsExactly("one of s2");
            CurrentShard.run("s2", () -> {
                assertThat(shop.customers().findByName("one of s2")).hasSize(1);
                assertThat(shop.customers().count()).isEqualTo(1);
                shop.customers().deleteAll();
            });
            assertThat(shop.names("s2")).isEmpty();
        }
    }

    @Test
    void entityThatKnowsItsShardGoesThereByItself() {
        try (SpringShop shop = SpringShop.start(
                DatabaseProduct.H2,
                Map.of("spring.jpa.properties.virgo.shard_resolver", ByHundreds.class.getName()),
                ExtendingBeans.class)) {
            shop.emptied();
            shop.customers().save(customer(201, "of s2"));
            assertThat(shop.names("s2")).containsExactly("of s2", "one of s2");
            assertThat(shop.customers().findById(201L)).isPresent();
            assertThat(shop.sem().find(Customer.class, 201L).getName()).isEqualTo("of s2");
            assertThatThrownBy(
                            () -> CurrentShard.run("s1", () -> shop.customers().findById(201L)))
                    .rootCause()
                    .isInstanceOf(WrongShardException.class)
                    .hasMessageContaining("s1")
                    .hasMessageContaining("s2");
        }
    }

    /** Ids 100 to 199 live on s1, those from 200 on s2; of others nothing is known. */
    public static class ByHundreds implements io.virgo.jpa.ShardResolver {

        @Override
        public String shardOf(Object entity) {
            return entity instanceof Customer customer ? shardOf(Customer.class, customer.getId()) : null;
        }

        @Override
        public String shardOf(Class<?> type, Object id) {
            return type == Customer.class && (Long) id >= 100 ? "s" + (Long) id / 100 : null;
        }
    }
}
