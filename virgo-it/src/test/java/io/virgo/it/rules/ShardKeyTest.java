package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardKeyChangedException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.WrongShardException;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardKey;
import io.virgo.jpa.Sharded;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can be the shard key, and that it never changes. */
@ExtendWith(VirgoCheck.class)
class ShardKeyTest {

    @Entity(name = "Shop")
    @Sharded(router = "keys")
    static class Shop {
        @Id
        long id;

        @ShardKey
        @Column(nullable = false)
        @Nullable
        Integer region;

        @Nullable
        String name;

        @Version
        @Nullable
        Integer version;

        protected Shop() {}

        Shop(long id, @Nullable Integer region) {
            this.id = id;
            this.region = region;
        }
    }

    @Entity(name = "Lax")
    @Sharded(router = "keys")
    static class Lax {
        @Id
        long id;

        @ShardKey
        @Nullable
        Integer region;
    }

    @Entity(name = "Shelf")
    @Sharded(parent = "shop")
    static class Shelf {
        @Id
        long id;

        @ManyToOne
        @Nullable
        Shop shop;

        protected Shelf() {}

        Shelf(long id, Shop shop) {
            this.id = id;
            this.shop = shop;
        }
    }

    @Embeddable
    record Place(
            @Column(nullable = false) String country,
            @Column(nullable = false) int city) {}

    @Entity(name = "Depot")
    @Sharded(router = "hashed")
    static class Depot {
        @Id
        long id;

        @ShardKey
        @Embedded
        @Nullable
        Place place;

        protected Depot() {}

        Depot(long id, Place place) {
            this.id = id;
            this.place = place;
        }
    }

    @Embeddable
    record SeatId(@ShardKey long hall, int nr) {}

    @Entity(name = "Seat")
    @Sharded(router = "keys")
    static class Seat {
        @EmbeddedId
        @Nullable
        SeatId id;

        protected Seat() {}

        Seat(long hall, int nr) {
            id = new SeatId(hall, nr);
        }
    }

    record RowId(long hall, int nr) {}

    @Entity(name = "SeatRow")
    @Sharded(router = "keys")
    @IdClass(RowId.class)
    static class SeatRow {
        @Id
        @ShardKey
        long hall;

        @Id
        int nr;

        protected SeatRow() {}

        SeatRow(long hall, int nr) {
            this.hall = hall;
            this.nr = nr;
        }
    }

    @Entity(name = "Whole")
    @Sharded(router = "hashed")
    static class Whole {
        @EmbeddedId
        @Nullable
        WholeId id;
    }

    @Embeddable
    record WholeId(long nr, String town) {}

    @MappedSuperclass
    @Sharded(router = "keys")
    abstract static class Keyed {
        private long tenant;

        @ShardKey
        @Column(nullable = false, updatable = false)
        public long getTenant() {
            return tenant;
        }

        public void setTenant(long tenant) {
            this.tenant = tenant;
        }
    }

    @Entity(name = "Vehicle")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Vehicle extends Keyed {
        private long id;

        @Id
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Car")
    static class Car extends Vehicle {}

    private Ruled ruled;

    @BeforeEach
    void open() {
        ruled = Ruled.open(
                Map.of("virgo.find_on_every_shard", "false"),
                Shop.class,
                Shelf.class,
                Depot.class,
                Seat.class,
                SeatRow.class,
                Whole.class,
                Vehicle.class,
                Car.class);
    }

    @AfterEach
    void close() {
        ruled.close();
    }

    @Test
    void aBasicAttribute() {
        ruled.store(new Shop(7, 4), new Shop(8, 5));
        assertThat(ruled.counts("Shop")).containsExactly(0L, 1L, 1L);
        assertThatThrownBy(() -> ruled.manager().resolveShard(Shop.class, 7L))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining("the id does not hold the shard key 'region'");
    }

    @Test
    void aPartOfAnEmbeddedId() {
        ruled.store(new Seat(4, 1), new Seat(4, 2), new Seat(5, 1));
        assertThat(ruled.counts("Seat")).containsExactly(0L, 2L, 1L);
        assertThat(ruled.manager().resolveShard(Seat.class, new SeatId(4, 9))).isEqualTo("b");
        assertThat(ruled.manager().find(Seat.class, new SeatId(5, 1))).isNotNull();
    }

    @Test
    void aPartOfAnIdClass() {
        ruled.store(new SeatRow(4, 1), new SeatRow(4, 2), new SeatRow(5, 1));
        assertThat(ruled.counts("SeatRow")).containsExactly(0L, 2L, 1L);
        assertThat(ruled.manager().resolveShard(SeatRow.class, new RowId(4, 9))).isEqualTo("b");
        assertThat(ruled.manager().find(SeatRow.class, new RowId(5, 1))).isNotNull();
    }

    @Test
    void anEmbeddedObjectIsACompositeKeyInTheOrderOfNames() {
        io.virgo.core.routing.ShardRouter router =
                io.virgo.core.Shards.of(ruled.factory).routers().get("hashed");
        for (int city = 0; city < 9; city++) {
            // Names in alphabetical order: city, country.
            String expected = router.shardOf(List.of((long) city, "de"));
            Depot depot = new Depot(city, new Place("de", city));
            assertThat(ruled.manager().resolveShard(depot)).isEqualTo(expected);
            ruled.store(depot);
            assertThat(ruled.databases.probe(expected).count("Depot", "id = ?", city))
                    .isEqualTo(1);
        }
    }

    @Test
    void aWholeCompositeIdIsACompositeKeyToo() {
        io.virgo.core.routing.ShardRouter router =
                io.virgo.core.Shards.of(ruled.factory).routers().get("hashed");
        assertThat(ruled.manager().resolveShard(Whole.class, new WholeId(5, "x")))
                .isEqualTo(router.shardOf(List.of(5, "x")));
    }

    @Test
    void aMappedSuperclassGivesRuleAndKeyToAWholeTree() {
        Car car = new Car();
        car.setId(1);
        car.setTenant(5);
        ruled.store(car);
        assertThat(ruled.counts("Vehicle")).containsExactly(0L, 0L, 1L);
        assertThat(ruled.counts("Car")).containsExactly(0L, 0L, 1L);
    }

    @Test
    void aChangedKeyIsRefusedAtFlushBeforeAnySql() {
        ruled.store(new Shop(7, 4));
        for (int changed : new int[] {5, 7}) {
            ShardedEntityManager em = ruled.manager();
            em.setCurrentShard("b");
            em.getTransaction().begin();
            Shop shop = em.find(Shop.class, 7L);
            Shop other = new Shop(8, 4);
            em.persist(other);
            shop.region = changed;
            shop.name = "moved";
            assertThatThrownBy(em::flush)
                    .isInstanceOfSatisfying(
                            ShardKeyChangedException.class,
                            e -> assertThat(e.shard()).isEqualTo("b"))
                    .hasMessageContaining("the shard key 'region' of a " + Shop.class.getName() + " was changed")
                    .hasMessageContaining("persist a copy under the new key")
                    .hasMessageContaining("remove this one from shard 'b'");
            em.getTransaction().rollback();
        }
        assertThat(ruled.counts("Shop")).containsExactly(0L, 1L, 0L);
        assertThat(ruled.databases.probe("b").single("select region from Shop", Integer.class))
                .isEqualTo(4);
    }

    @Test
    void aChangedPartOfACompositeKeyIsRefusedToo() {
        ruled.store(new Depot(1, new Place("de", 1)));
        String shard = ruled.manager().resolveShard(new Depot(1, new Place("de", 1)));
        try (var plain = ruled.plain(shard)) {
            plain.getTransaction().begin();
            plain.find(Depot.class, 1L).place = new Place("de", 2);
            assertThatThrownBy(plain::flush).isInstanceOf(ShardKeyChangedException.class);
            plain.getTransaction().rollback();
        }
    }

    @Test
    void aKeyThatIsWrittenAnewAsAnEqualValueIsNoChange() {
        ruled.store(new Shop(7, 4));
        try (var plain = ruled.plain("b")) {
            plain.getTransaction().begin();
            Shop shop = plain.find(Shop.class, 7L);
            shop.region = Integer.valueOf("4");
            shop.name = "same";
            plain.getTransaction().commit();
        }
        assertThat(ruled.databases.probe("b").single("select name from Shop", String.class))
                .isEqualTo("same");
    }

    @Test
    void aPartMayMoveToAnotherParentOnItsShardOnly() {
        Shop four = new Shop(7, 4);
        Shop seven = new Shop(8, 7);
        Shop five = new Shop(9, 5);
        ruled.store(four, seven, five, new Shelf(1, four));
        try (var plain = ruled.plain("b")) {
            plain.getTransaction().begin();
            plain.find(Shelf.class, 1L).shop = plain.find(Shop.class, 8L);
            plain.getTransaction().commit();
            plain.getTransaction().begin();
            plain.find(Shelf.class, 1L).shop = five;
            assertThatThrownBy(plain::flush)
                    .isInstanceOf(ShardKeyChangedException.class)
                    .hasMessageContaining("the association 'shop'")
                    .hasMessageContaining("'c'")
                    .hasMessageContaining("To move a row");
            plain.getTransaction().rollback();
        }
        assertThat(ruled.databases.probe("b").single("select shop_id from Shelf", Long.class))
                .isEqualTo(8);
    }

    @Test
    void aStatelessUpdateWithAnotherKeyIsRefused() {
        ruled.store(new Shop(7, 4));
        try (var stateless = ruled.factory
                .unwrap(SessionFactory.class)
                .withStatelessOptions()
                .tenantIdentifier((Object) "b")
                .openStatelessSession()) {
            Shop changed = stateless.get(Shop.class, 7L);
            changed.region = 5;
            assertThatThrownBy(() -> stateless.update(changed))
                    .isInstanceOf(WrongShardException.class)
                    .hasMessageContaining("'c'");
        }
    }

    @Test
    void aNewRowWithoutItsKeyIsRefusedOnAnySession() {
        try (Ruled lax = Ruled.open(Map.of("virgo.lint.shard-key-nullable", "off"), Lax.class);
                var plain = lax.plain("b")) {
            plain.getTransaction().begin();
            plain.persist(new Lax());
            assertThatThrownBy(plain::flush)
                    .isInstanceOf(ShardNotResolvedException.class)
                    .hasMessageContaining("the shard key 'region' is not set");
            plain.getTransaction().rollback();
        }
    }
}
