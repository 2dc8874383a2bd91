package io.virgo.it.spring;

import static io.virgo.it.spring.SpringShop.customer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.UnknownShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.spring.shop.Customer;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Query;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.TypedQuery;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.orm.jpa.ExtendedEntityManagerCreator;
import org.springframework.orm.jpa.SharedEntityManagerCreator;

/** The kinds of entity managers that Spring hands out, extended. */
@ExtendWith(VirgoCheck.class)
class SpringSharedManagerTest {

    @AutoClose
    private static final SpringShop SHOP = SpringShop.start();

    private final ShardedEntityManager sem = SHOP.sem();

    @BeforeEach
    void empty() {
        SHOP.emptied();
    }

    @Test
    void extendingTheSharedManagerTwiceGivesTheSame() {
        EntityManager shared = SharedEntityManagerCreator.createSharedEntityManager(SHOP.factory());
        assertThat(ShardManager.extend(shared))
                .isSameAs(ShardManager.extend(shared))
                .isInstanceOf(Session.class);
        assertThat(ShardManager.extend(sem)).isSameAs(sem);
    }

    @Test
    void outsideATransactionEachCallFollowsTheThreadsScope() {
        for (String shard : sem.getShards()) {
            CurrentShard.run(shard, () -> {
                assertThat(sem.getCurrentShard()).isEqualTo(shard);
                assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of " + shard);
            });
        }
        assertThat(sem.getCurrentShard()).isNull();
        assertThat(sem.onShard("s2", s2 -> s2.find(Customer.class, 1L)).getName())
                .isEqualTo("one of s2");
        EntityManager given = sem.onShard("s2", s2 -> s2);
        assertThat(given).isSameAs(sem);
        assertThatThrownBy(() -> sem.onShard("nowhere", em -> em.find(Customer.class, 1L)))
                .isInstanceOf(UnknownShardException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("[s0, s1, s2]");
    }

    @Test
    void choosingAShardOutsideATransactionIsRefusedWithTheReason() {
        assertThatThrownBy(() -> sem.setCurrentShard("s1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no transaction")
                .hasMessageContaining("'s1'")
                .hasMessageContaining("CurrentShard.open");
    }

    @Test
    void writingOutsideATransactionIsRefusedBySpring() {
        CurrentShard.run(
                "s1",
                () -> assertThatThrownBy(() -> sem.persist(customer(2, "new")))
                        .isInstanceOf(TransactionRequiredException.class));
        assertThat(SHOP.names("s1")).containsExactly("one of s1");
    }

    @Test
    void transactionOfTheSharedManagerIsSprings() {
        assertThatThrownBy(sem::getTransaction)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Spring transactions");
        SHOP.work()
                .inTransaction(() -> assertThatThrownBy(sem::getTransaction)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("Spring transactions"));
    }

    @Test
    void unknownShardIsRefusedAndTheChoiceStays() {
        SHOP.work().inTransaction(() -> {
            sem.setCurrentShard("s1");
            assertThatThrownBy(() -> sem.setCurrentShard("S1"))
                    .isInstanceOf(UnknownShardException.class)
                    .hasMessageContaining("'S1'")
                    .hasMessageContaining("[s0, s1, s2]");
            assertThat(sem.getCurrentShard()).isEqualTo("s1");
        });
    }

    @Test
    void choiceGoesBeforeTheScopeAndTheScopeBeforeTheSession() {
        CurrentShard.run(
                "s0",
                () -> SHOP.work().inTransaction(() -> {
                    assertThat(sem.getCurrentShard()).isEqualTo("s0");
                    CurrentShard.run("s1", () -> {
                        assertThat(sem.getCurrentShard()).isEqualTo("s1");
                        assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s1");
                        String inside = sem.onShard("s2", s2 -> sem.getCurrentShard());
                        assertThat(inside).isEqualTo("s2");
                        assertThat(sem.getCurrentShard()).isEqualTo("s1");
                        sem.setCurrentShard("s2");
                        assertThat(sem.find(Customer.class, 1L).getName()).isEqualTo("one of s2");
                    });
                    assertThat(sem.getCurrentShard()).isEqualTo("s2");
                    sem.setCurrentShard(null);
                    assertThat(sem.getCurrentShard()).isNull();
                    assertThatThrownBy(() -> sem.createQuery("from Customer"))
                            .isInstanceOf(NoCurrentShardException.class);
                }));
    }

    /** C16, A9: Spring defers such a query and closes its session after use. */
    @Test
    void queryMadeOutsideATransactionStaysWithItsShard() {
        TypedQuery<String> query =
                SpringShop.on("s1", () -> sem.createQuery("select name from Customer", String.class));
        CurrentShard.run("s2", () -> assertThat(query.getResultList()).containsExactly("one of s1"));
        Query nothingChosen = sem.createQuery("from Customer");
        assertThatThrownBy(nothingChosen::getResultList).isInstanceOf(NoCurrentShardException.class);
    }

    @Test
    void queryMadeInATransactionStaysWithItsShard() {
        SHOP.work().inTransaction(() -> {
            sem.setCurrentShard("s1");
            TypedQuery<String> query = sem.createQuery("select name from Customer", String.class);
            sem.setCurrentShard("s2");
            assertThat(query.getResultList()).containsExactly("one of s1");
        });
    }

    @Test
    void unwrapGivesTheCurrentShardsSession() {
        SHOP.work().inTransaction(() -> {
            sem.setCurrentShard("s1");
            SessionImplementor session = sem.unwrap(SessionImplementor.class);
            assertThat(session.getTenantIdentifierValue()).isEqualTo("s1");
            assertThat(sem.unwrap(ShardedEntityManager.class)).isSameAs(sem);
            sem.setCurrentShard("s2");
            assertThat(sem.unwrap(Session.class).getTenantIdentifierValue()).isEqualTo("s2");
        });
        assertThatThrownBy(() -> sem.unwrap(SessionImplementor.class)).isInstanceOf(IllegalStateException.class);
    }

    /** A manager of the application's own: Spring only wraps it. */
    @Test
    void applicationManagedManagerKeepsItsShardAndItsTransaction() {
        EntityManagerFactory factory = SHOP.factory();
        try (EntityManager plain = SpringShop.on("s1", factory::createEntityManager)) {
            assertThat(plain).isNotInstanceOf(SessionImplementor.class);
            ShardedEntityManager own = ShardManager.extend(plain);
            CurrentShard.run("s2", () -> {
                assertThat(own.getCurrentShard()).isEqualTo("s1");
                own.getTransaction().begin();
                own.persist(customer(2, "new"));
                own.getTransaction().commit();
            });
            assertThat(SHOP.names("s1")).containsExactly("new", "one of s1");
            own.getTransaction().begin();
            own.persist(customer(3, "a"));
            own.setCurrentShard("s0");
            own.persist(customer(3, "b"));
            assertThatThrownBy(() -> own.getTransaction().commit())
                    .isInstanceOf(jakarta.persistence.RollbackException.class)
                    .hasMessageContaining("[s1, s0]");
            own.close();
            assertThat(plain.isOpen()).isFalse();
        }
        assertThat(SHOP.names("s1")).containsExactly("new", "one of s1");
        assertThat(SHOP.names("s0")).containsExactly("one of s0");
    }

    @Test
    void twoApplicationManagedManagersInTurn() {
        EntityManagerFactory factory = SHOP.factory();
        try (EntityManager a = factory.createEntityManager();
                EntityManager b = factory.createEntityManager()) {
            ShardedEntityManager first = ShardManager.extend(a);
            ShardedEntityManager second = ShardManager.extend(b);
            first.setCurrentShard("s1");
            second.setCurrentShard("s2");
            first.getTransaction().begin();
            second.getTransaction().begin();
            first.persist(customer(2, "first"));
            second.find(Customer.class, 1L).setName("second");
            first.getTransaction().commit();
            second.getTransaction().commit();
        }
        assertThat(SHOP.names("s1")).containsExactly("first", "one of s1");
        assertThat(SHOP.names("s2")).containsExactly("second");
    }

    /** What {@code @PersistenceContext(type = EXTENDED)} injects. */
    @Test
    void extendedPersistenceContextJoinsSpringsTransaction() {
        EntityManager injected = ExtendedEntityManagerCreator.createContainerManagedEntityManager(SHOP.factory());
        ShardedEntityManager own = ShardManager.extend(injected);
        own.setCurrentShard("s1");
        Customer loaded = own.find(Customer.class, 1L);
        SHOP.work().inTransaction(() -> {
            own.persist(customer(2, "new"));
            loaded.setName("kept over transactions");
        });
        assertThat(SHOP.names("s1")).containsExactly("kept over transactions", "new");
        assertThatThrownBy(() -> SHOP.work().inTransaction(() -> {
                    own.persist(customer(3, "undone"));
                    throw new IllegalArgumentException("the service fails");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(SHOP.names("s1")).containsExactly("kept over transactions", "new");
        injected.unwrap(SessionImplementor.class).close();
    }

    /** Without Hibernate's vendor adapter, Spring's proxy is a plain EntityManager. */
    @Test
    void sharedManagerWithoutHibernatesInterfaceWorksToo() {
        EntityManager plain =
                SharedEntityManagerCreator.createSharedEntityManager(SHOP.factory(), null, true, EntityManager.class);
        assertThat(plain).isNotInstanceOf(Session.class);
        ShardedEntityManager own = ShardManager.extend(plain);
        assertThat(own).isNotInstanceOf(Session.class);
        CurrentShard.run("s1", () -> {
            assertThat(own.find(Customer.class, 1L).getName()).isEqualTo("one of s1");
            assertThat(own.createQuery("select name from Customer", String.class)
                            .getResultList())
                    .containsExactly("one of s1");
            assertThat(own.getProperties()).isNotNull();
        });
        SHOP.work().inTransaction(() -> {
            own.setCurrentShard("s2");
            own.persist(customer(2, "new"));
        });
        assertThat(SHOP.names("s2")).containsExactly("new", "one of s2");
    }
}
