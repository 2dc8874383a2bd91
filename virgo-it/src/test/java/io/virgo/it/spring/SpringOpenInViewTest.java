package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.spring.shop.Customer;
import io.virgo.jpa.ShardedEntityManager;
import java.util.Map;
import org.hibernate.LazyInitializationException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.test.web.servlet.setup.StandaloneMockMvcBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.handler.WebRequestHandlerInterceptorAdapter;

/** C03: web requests, with the one entity manager that Spring keeps open for each, and without it. */
@ExtendWith(VirgoCheck.class)
class SpringOpenInViewTest {

    /** Runs what a test gives it as a request's controller. */
    @RestController
    static class Controller {

        private Runnable action = () -> {};

        @GetMapping("/")
        String get() {
            action.run();
            return "done";
        }
    }

    private final Controller controller = new Controller();

    private void request(SpringShop shop, boolean openInView, Runnable action) {
        StandaloneMockMvcBuilder builder = MockMvcBuilders.standaloneSetup(controller);
        if (openInView) {
            OpenEntityManagerInViewInterceptor interceptor = new OpenEntityManagerInViewInterceptor();
            interceptor.setEntityManagerFactory(shop.factory());
            builder.addInterceptors(new WebRequestHandlerInterceptorAdapter(interceptor));
        }
        MockMvc mvc = builder.build();
        controller.action = action;
        try {
            assertThat(mvc.perform(MockMvcRequestBuilders.get("/"))
                            .andReturn()
                            .getResponse()
                            .getContentAsString())
                    .isEqualTo("done");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELAYED_ACQUISITION_AND_HOLD", "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION"})
    void requestWorksOnOneShardAfterTheOther(String handling) {
        try (SpringShop shop = SpringShop.start(
                DatabaseProduct.H2, Map.of("spring.jpa.properties.hibernate.connection.handling_mode", handling))) {
            shop.emptied();
            ShardedEntityManager sem = shop.sem();
            request(shop, true, () -> {
                shop.work().inTransaction(() -> {
                    sem.setCurrentShard("s1");
                    sem.persist(customer(2, "new"));
                });
                sem.setCurrentShard("s2");
                assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s2");
                shop.work().inTransaction(() -> sem.find(Customer.class, 1L).setName("changed"));
                sem.setCurrentShard("s1");
                assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s1");
                assertThat(sem.createNativeQuery("select name from whoami").getSingleResult())
                        .isEqualTo("s1");
            });
            assertThat(shop.names("s1")).containsExactly("new", "one of s1");
            assertThat(shop.names("s2")).containsExactly("changed");
            assertThat(shop.names("s0")).containsExactly("one of s0");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void scopesOfServicesAreFollowedByTheShardedManager(boolean openInView) {
        try (SpringShop shop = SpringShop.start()) {
            shop.emptied();
            ShardedEntityManager sem = shop.sem();
            request(shop, openInView, () -> {
                for (String shard : sem.getShards()) {
                    CurrentShard.run(shard, () -> {
                        assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of " + shard);
                        shop.work().inTransaction(() -> sem.persist(customer(2, "two of " + shard)));
                    });
                }
            });
            for (String shard : sem.getShards()) {
                assertThat(shop.names(shard)).containsExactly("one of " + shard, "two of " + shard);
            }
        }
    }

    /** A repository has no choice but the request's session, which was opened before the scope. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void repositoriesWorkUnderAScopeUnlessTheViewOpenedTheirSessionBefore(boolean openInView) {
        try (SpringShop shop = SpringShop.start()) {
            shop.emptied();
            request(
                    shop,
                    openInView,
                    () -> CurrentShard.run("s1", () -> {
                        if (openInView) {
                            assertThatThrownBy(() -> shop.customers().findAll())
                                    .rootCause()
                                    .isInstanceOf(NoCurrentShardException.class)
                                    .hasMessageContaining("opened before");
                        } else {
                            assertThat(shop.customers().findAll())
                                    .extracting(Customer::getName)
                                    .containsExactly("one of s1");
                        }
                    }));
            CurrentShard.run(
                    "s1",
                    () -> request(
                            shop,
                            openInView,
                            () -> assertThat(shop.customers().findAll())
                                    .extracting(Customer::getName)
                                    .containsExactly("one of s1")));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lazyPartsLoadFromTheirOwnShardOrNotAtAll(boolean openInView) {
        try (SpringShop shop = SpringShop.start()) {
            shop.emptied();
            ShardedEntityManager sem = shop.sem();
            shop.work().inTransaction(() -> {
                sem.setCurrentShard("s1");
                sem.persist(customer(2, "buyer").buys("book"));
            });
            request(shop, openInView, () -> {
                Customer[] buyer = new Customer[1];
                shop.work().inTransaction(() -> {
                    sem.setCurrentShard("s1");
                    buyer[0] = sem.find(Customer.class, 2L);
                });
                CurrentShard.run("s2", () -> {
                    if (openInView) {
                        assertThat(buyer[0].getPurchases()).hasSize(1);
                    } else {
                        assertThatThrownBy(() -> buyer[0].getPurchases().size())
                                .isInstanceOf(LazyInitializationException.class);
                    }
                });
            });
        }
    }

    /** A sibling opened in a read-only transaction must flush in the next one of the same request. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readOnlyTransactionDoesNotMakeTheNextOneReadOnly(boolean openInView) {
        try (SpringShop shop = SpringShop.start()) {
            shop.emptied();
            ShardedEntityManager sem = shop.sem();
            request(shop, openInView, () -> {
                shop.work()
                        .reading(() -> sem.onShard(
                                "s1",
                                s1 -> s1.createQuery("from Customer where id > 5")
                                        .getResultList()));
                shop.work()
                        .inTransaction(() -> sem.onShard("s1", s1 -> {
                            s1.persist(customer(2, "new"));
                            s1.find(Customer.class, 1L).setName("changed");
                            return null;
                        }));
            });
            assertThat(shop.names("s1")).containsExactly("changed", "new");
        }
    }
}
