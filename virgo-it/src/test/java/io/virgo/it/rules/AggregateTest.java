package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.WrongShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.Sharded;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import java.util.List;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Parts follow their root to any depth, by the entity and by their own id, without loading anything. */
@ExtendWith(VirgoCheck.class)
class AggregateTest {

    @Entity(name = "Customer")
    @Sharded(router = "keys")
    static class Customer {
        @Id
        @Nullable
        Long id;

        @Nullable
        String name;

        protected Customer() {}

        Customer(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Purchase")
    @Sharded(parent = "customer")
    static class Purchase {
        @EmbeddedId
        PurchaseId id = new PurchaseId();

        @MapsId("customerId")
        @ManyToOne(fetch = FetchType.LAZY)
        @Nullable
        Customer customer;

        protected Purchase() {}

        Purchase(Customer customer, int nr) {
            this.customer = customer;
            id.nr = nr;
        }
    }

    @Embeddable
    static class PurchaseId {
        @Nullable
        Long customerId;

        int nr;

        protected PurchaseId() {}

        PurchaseId(long customerId, int nr) {
            this.customerId = customerId;
            this.nr = nr;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PurchaseId id && java.util.Objects.equals(id.customerId, customerId) && id.nr == nr;
        }

        @Override
        public int hashCode() {
            return nr;
        }
    }

    @Entity(name = "Line")
    @Sharded(parent = "purchase")
    @IdClass(LineId.class)
    static class Line {
        @Id
        @ManyToOne(fetch = FetchType.LAZY)
        @Nullable
        Purchase purchase;

        @Id
        int pos;

        protected Line() {}

        Line(Purchase purchase, int pos) {
            this.purchase = purchase;
            this.pos = pos;
        }
    }

    record LineId(@Nullable PurchaseId purchase, int pos) {}

    @Entity(name = "Note")
    @Sharded(parent = "line")
    static class Note {
        @Id
        @Nullable
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        @Nullable
        Line line;

        @Nullable
        String text;

        protected Note() {}

        Note(long id, @Nullable Line line) {
            this.id = id;
            this.line = line;
        }
    }

    @Entity(name = "Profile")
    @Sharded(parent = "customer")
    static class Profile {
        @Id
        @Nullable
        Long id;

        @MapsId
        @OneToOne(fetch = FetchType.LAZY)
        @Nullable
        Customer customer;

        @Nullable
        String text;
    }

    private Ruled ruled;

    @BeforeEach
    void open() {
        ruled = Ruled.open(Customer.class, Purchase.class, Line.class, Note.class, Profile.class);
    }

    @AfterEach
    void close() {
        ruled.close();
    }

    /** Stores customer n, order n-1, line n-1-1 and note 100 + n, each in a transaction of its own. */
    private void storeAggregate(long n) {
        Customer customer = new Customer(n);
        Purchase purchase = new Purchase(customer, 1);
        Line line = new Line(purchase, 1);
        ruled.store(customer, purchase, line, new Note(100 + n, line));
    }

    @Test
    void eachPartIsStoredOnTheShardOfItsRoot() {
        for (long n = -1; n < 5; n++) {
            storeAggregate(n);
        }
        for (String table : List.of("Customer", "Purchase", "Line", "Note")) {
            assertThat(ruled.counts(table)).as(table).containsExactly(2L, 2L, 2L);
        }
        for (long n = -1; n < 5; n++) {
            assertThat(ruled.databases.probe(Ruled.of(n)).count("Note", "id = ?", 100 + n))
                    .isEqualTo(1);
        }
    }

    @Test
    void anIdThatHoldsTheKeyOfTheRootTellsTheShardAtEachDepth() {
        storeAggregate(4);
        ShardedEntityManager em = ruled.manager();
        PurchaseId purchase = new PurchaseId(4, 1);
        assertThat(em.resolveShard(Customer.class, 4L)).isEqualTo("b");
        assertThat(em.resolveShard(Customer.class, 4)).isEqualTo("b");
        assertThat(em.resolveShard(Purchase.class, purchase)).isEqualTo("b");
        assertThat(em.resolveShard(Line.class, new LineId(purchase, 1))).isEqualTo("b");
        assertThat(em.resolveShard(Profile.class, 5L)).isEqualTo("c");
        assertThat(em.find(Purchase.class, purchase)).isNotNull();
        assertThat(em.find(Line.class, new LineId(purchase, 1))).isNotNull();
        assertThat(em.getReference(Line.class, new LineId(purchase, 1))).isNotNull();
        assertThat(em.getCurrentShard()).isNull();
        assertThatThrownBy(() -> em.resolveShard(Note.class, 104L))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining("the id does not hold the shard key of its root " + Customer.class.getName())
                .hasMessageContaining("call setCurrentShard(shard) first")
                .hasMessageContaining("@Sharded(directory = …)")
                .hasMessageContaining("virgo.find_on_every_shard=true")
                .hasMessageContaining("[a, b, c]");
        assertThatThrownBy(() -> em.find(Note.class, 104L)).isInstanceOf(ShardNotResolvedException.class);
        assertThatThrownBy(() -> em.getReference(Note.class, 104L)).isInstanceOf(ShardNotResolvedException.class);
    }

    @Test
    void aProxyOfAParentIsNotLoaded() {
        storeAggregate(5);
        Note note = new Note(200, null);
        ruled.inTransaction(em -> {
            note.line = em.getReference(Line.class, new LineId(new PurchaseId(5, 1), 1));
            assertThat(em.resolveShard(note)).isEqualTo("c");
            em.persist(note);
            assertThat(Hibernate.isInitialized(note.line)).isFalse();
        });
        assertThat(Hibernate.isInitialized(note.line)).isFalse();
        assertThat(ruled.databases.probe("c").count("Note")).isEqualTo(2);
        // Detached, and by the detached proxy of a parent whose id holds the key.
        assertThat(ruled.manager().resolveShard(new Note(201, note.line))).isEqualTo("c");
    }

    @Test
    void eachCallGoesToTheRootsShard() {
        for (long n = 0; n < 3; n++) {
            storeAggregate(n);
            String shard = Ruled.of(n);
            long id = 100 + n;
            Note[] kept = new Note[1];
            try (var own = ruled.plain(shard)) {
                kept[0] = own.find(Note.class, id);
            }
            Note note = kept[0];
            ruled.inTransaction(em -> {
                note.text = "merged";
                Note managed = em.merge(note);
                assertThat(em.contains(managed)).isTrue();
                assertThat(em.contains(note)).isFalse();
                em.lock(managed, LockModeType.PESSIMISTIC_WRITE);
                em.flush();
                em.refresh(managed);
                assertThat(managed.text).isEqualTo("merged");
                em.detach(managed);
                assertThat(em.contains(managed)).isFalse();
                em.remove(em.merge(note));
            });
            assertThat(ruled.counts("Note")).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    void whatBelongsElsewhereIsRefusedOnAnyKindOfSession() {
        storeAggregate(1);
        Line line = new Line(new Purchase(new Customer(1), 1), 1);
        ShardedEntityManager em = ruled.manager();
        em.setCurrentShard("a");
        em.getTransaction().begin();
        assertThatThrownBy(() -> em.persist(new Note(1, line))).isInstanceOfSatisfying(WrongShardException.class, e -> {
            assertThat(e.expectedShard()).isEqualTo("b");
            assertThat(e.shard()).isEqualTo("a");
        });
        assertThatThrownBy(() -> em.find(Purchase.class, new PurchaseId(1, 1))).isInstanceOf(WrongShardException.class);
        em.getTransaction().rollback();
        try (var plain = ruled.plain("a")) {
            plain.getTransaction().begin();
            assertThatThrownBy(() -> plain.persist(new Note(1, line))).isInstanceOf(WrongShardException.class);
            assertThatThrownBy(() -> plain.merge(new Note(1, line))).isInstanceOf(WrongShardException.class);
            plain.getTransaction().rollback();
        }
        try (var stateless = ruled.factory
                .unwrap(SessionFactory.class)
                .withStatelessOptions()
                .tenantIdentifier((Object) "a")
                .openStatelessSession()) {
            assertThatThrownBy(() -> stateless.insert(new Customer(1))).isInstanceOf(WrongShardException.class);
            assertThatThrownBy(() -> stateless.update(new Customer(1))).isInstanceOf(WrongShardException.class);
        }
    }

    @Test
    void aPartWithoutAParentIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> ruled.store(new Note(1, null)))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining("its association 'line' is not set")
                .hasMessageContaining("persist the root first");
        assertThatThrownBy(() -> ruled.manager().resolveShard(new Note(1, null)))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining("its association 'line' is not set");
    }

    @Test
    void aRootWithoutAKeyIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> ruled.store(new Customer()))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining("the shard key 'id' is not set; set it before this call");
    }

    @Test
    void idsOfSeveralShardsInOneCallAreRefused() {
        Session session = (Session) ruled.manager();
        assertThat(session.findMultiple(Customer.class, List.of(1L, 4L))).hasSize(2);
        assertThatThrownBy(() -> session.findMultiple(Customer.class, List.of(1L, 2L)))
                .isInstanceOf(WrongShardException.class);
    }
}
