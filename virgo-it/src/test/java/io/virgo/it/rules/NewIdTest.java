package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.WrongShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.Sharded;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PrePersist;
import jakarta.persistence.Version;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An id that is the shard key is made before the shard is chosen, and the row goes where the id says. */
@ExtendWith(VirgoCheck.class)
public class NewIdTest {

    @Entity(name = "Account")
    @Sharded(router = "hashed")
    static class Account {
        @Id
        @GeneratedValue
        @Nullable
        UUID id;

        @Column(nullable = false)
        String name = "x";

        @Version
        @Nullable
        Integer version;

        transient @Nullable UUID seenByCallback;

        @OneToMany(mappedBy = "account", cascade = CascadeType.ALL)
        List<Entry> entries = new ArrayList<>();

        @PrePersist
        void prePersist() {
            seenByCallback = id;
        }
    }

    @Entity(name = "Entry")
    @Sharded(parent = "account")
    static class Entry {
        @Id
        @GeneratedValue
        @Nullable
        UUID id;

        @ManyToOne
        @Nullable
        Account account;
    }

    @Entity(name = "Ticket")
    @Sharded(router = "keys")
    static class Ticket {
        @Id
        @Counted
        long id;
    }

    @Entity(name = "Sequenced")
    @Sharded(router = "keys")
    static class Sequenced {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable
        Long id;
    }

    @IdGeneratorType(Counter.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Counted {}

    /** Unique over all shards, and in need of none. */
    public static class Counter implements BeforeExecutionGenerator {

        private static final long serialVersionUID = 1L;

        private final AtomicLong next = new AtomicLong();

        @Override
        public Object generate(
                SharedSessionContractImplementor session,
                Object owner,
                @Nullable Object currentValue,
                EventType eventType) {
            return next.incrementAndGet();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }
    }

    private Ruled ruled;

    @BeforeEach
    void open() {
        ruled = Ruled.open(Account.class, Entry.class, Ticket.class);
    }

    @AfterEach
    void close() {
        ruled.close();
    }

    private String shardOf(UUID id) {
        return ruled.manager().resolveShard(Account.class, id);
    }

    @Test
    void persistWithoutACurrentShardGoesWhereTheNewIdSays() {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Account account = new Account();
            ruled.inTransaction(em -> {
                em.persist(account);
                assertThat(em.contains(account)).isTrue();
            });
            assertThat(account.seenByCallback).isEqualTo(account.id);
            accounts.add(account);
        }
        assertThat(ruled.counts("Account")).doesNotContain(0L);
        for (Account account : accounts) {
            assertThat(ruled.databases.probe(shardOf(account.id)).count("Account", "id = ?", account.id))
                    .isEqualTo(1);
            ruled.inTransaction(
                    em -> assertThat(em.find(Account.class, account.id)).isNotNull());
        }
    }

    @Test
    void anIdOfAPrimitiveTypeIsMadeAheadToo() {
        for (int i = 0; i < 6; i++) {
            Ticket ticket = new Ticket();
            ruled.store(ticket);
            assertThat(ruled.databases.probe(Ruled.of(ticket.id)).count("Ticket", "id = ?", ticket.id))
                    .isEqualTo(1);
        }
        assertThat(ruled.counts("Ticket")).containsExactly(2L, 2L, 2L);
    }

    @Test
    void mergeOfSomethingNewDoesSoToo() {
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Account account = new Account();
            account.entries.add(new Entry());
            account.entries.get(0).account = account;
            ruled.inTransaction(em -> ids.add(em.merge(account).id));
            assertThat(account.id).isNull();
        }
        for (UUID id : ids) {
            assertThat(ruled.databases.probe(shardOf(id)).count("Account", "id = ?", id))
                    .isEqualTo(1);
            assertThat(ruled.databases.probe(shardOf(id)).count("Entry", "account_id = ?", id))
                    .isEqualTo(1);
        }
    }

    @Test
    void aPlainSessionAndACurrentShardDrawIdsUntilOneBelongsThere() {
        for (int i = 0; i < 10; i++) {
            try (var plain = ruled.plain("b")) {
                plain.getTransaction().begin();
                plain.persist(new Account());
                plain.persist(new Ticket());
                plain.merge(new Account());
                plain.getTransaction().commit();
            }
            ruled.inTransaction(em -> {
                em.setCurrentShard("b");
                em.persist(new Account());
            });
        }
        assertThat(ruled.counts("Account")).containsExactly(0L, 30L, 0L);
        assertThat(ruled.counts("Ticket")).containsExactly(0L, 10L, 0L);
        ruled.databases
                .probe("b")
                .rows("select id from Account")
                .forEach(row -> assertThat(shardOf((UUID) row.get(0))).isEqualTo("b"));
    }

    @Test
    void aStatelessSessionCannotChooseAndIsRefusedWhereTheIdBelongsElsewhere() {
        int[] refused = new int[1];
        for (int i = 0; i < 6; i++) {
            try (var session = ruled.factory
                    .unwrap(org.hibernate.SessionFactory.class)
                    .withStatelessOptions()
                    .tenantIdentifier((Object) "b")
                    .openStatelessSession()) {
                session.beginTransaction();
                session.insert(new Ticket());
                session.getTransaction().commit();
            } catch (WrongShardException e) {
                refused[0]++;
            }
        }
        assertThat(refused[0]).isEqualTo(4);
        assertThat(ruled.counts("Ticket")).containsExactly(0L, 2L, 0L);
    }

    @Test
    void aFailedPersistWritesNothing() {
        Account account = new Account();
        account.name = null;
        ShardedEntityManager em = ruled.manager();
        em.getTransaction().begin();
        assertThatThrownBy(() -> {
                    em.persist(account);
                    em.getTransaction().commit();
                })
                .isInstanceOf(RuntimeException.class);
        assertThat(ruled.counts("Account")).containsExactly(0L, 0L, 0L);
    }

    @Test
    void aChildOfSomethingNewFollowsIt() {
        for (int i = 0; i < 10; i++) {
            Account account = new Account();
            Entry entry = new Entry();
            entry.account = account;
            ruled.inTransaction(em -> {
                em.persist(account);
                em.persist(entry);
            });
            assertThat(ruled.databases.probe(shardOf(account.id)).count("Entry", "id = ?", entry.id))
                    .isEqualTo(1);
        }
    }

    @Test
    void anIdThatTheShardItselfMakesCannotBeTheKey() {
        assertThat(Ruled.problems(Map.of(), Sequenced.class))
                .singleElement()
                .asString()
                .contains(
                        Sequenced.class.getName(),
                        "its id is the shard key",
                        "use a generator",
                        "virgo.lint.identity-id");
        try (Ruled lenient = Ruled.open(Map.of("virgo.lint.identity-id", "off"), Sequenced.class)) {
            assertThatThrownBy(() -> lenient.store(new Sequenced()))
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("its generator takes from the shard itself")
                    .hasMessageContaining("use a generator of ids that are unique over all shards");
        }
    }

    @Test
    void aSequenceOnTheWrongShardIsRefusedBeforeItsRowIsWritten() {
        try (Ruled lenient = Ruled.open(Map.of("virgo.lint.identity-id", "off"), Sequenced.class);
                var plain = lenient.plain("a")) {
            plain.getTransaction().begin();
            assertThatThrownBy(() -> {
                        plain.persist(new Sequenced());
                        plain.flush();
                    })
                    .isInstanceOf(WrongShardException.class)
                    .hasMessageContaining("'b'");
            plain.getTransaction().rollback();
            assertThat(lenient.counts("Sequenced")).containsExactly(0L, 0L, 0L);
        }
    }
}
