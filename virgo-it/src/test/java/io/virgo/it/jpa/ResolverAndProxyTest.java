package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Book;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardResolver;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.Map;
import java.util.function.Function;
import org.hibernate.Hibernate;
import org.hibernate.LazyInitializationException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a resolver reads the id of a lazy proxy: by which ways nothing is loaded. */
@ExtendWith(VirgoCheck.class)
class ResolverAndProxyTest {

    /** Its id has an accessor that is no getter. */
    @Entity(name = "Owner")
    public static class Owner {

        @Id
        private Long id;

        protected Owner() {}

        public Long id() {
            return id;
        }
    }

    /** Its id is mapped by its getter. */
    @Entity(name = "Keeper")
    @Access(AccessType.PROPERTY)
    public static class Keeper {

        private Long id;

        protected Keeper() {}

        @Id
        public Long getId() {
            return id;
        }

        public void setId(Long newId) {
            id = newId;
        }
    }

    /** Refers to both. */
    @Entity(name = "Animal")
    public static class Animal {

        @Id
        private Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Owner owner;

        @ManyToOne(fetch = FetchType.LAZY)
        Keeper keeper;

        protected Animal() {}

        Animal(Owner owner, Keeper keeper) {
            this.owner = owner;
            this.keeper = keeper;
        }
    }

    private static final class ByAnimal implements ShardResolver {

        private Function<Animal, @Nullable Object> id = animal -> null;

        @Override
        public @Nullable String shardOf(Object entity) {
            Object id = entity instanceof Animal animal
                    ? this.id.apply(animal)
                    : entity instanceof Book book ? book.getAuthor().getId() : null;
            return id == null ? null : id.equals(1L) ? "a" : "b";
        }

        @Override
        public @Nullable String shardOf(Class<?> type, Object id) {
            return null;
        }
    }

    private final ByAnimal rule = new ByAnimal();

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.open(
            databases,
            Map.of("virgo.shard_resolver", rule),
            Author.class,
            Book.class,
            Owner.class,
            Keeper.class,
            Animal.class);

    private <T> T proxy(Class<T> type) {
        return Units.read(factory, "a", s -> s.getReference(type, 1L));
    }

    private String resolve(Object entity) {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            return sem.resolveShard(entity);
        }
    }

    @Test
    @DisplayName("001-26: the getter of the id loads nothing, whether the getter or the field is mapped")
    void theGetterLoadsNothing() {
        Author author = proxy(Author.class);
        assertThat(resolve(new Book(1, "x", author))).isEqualTo("a");
        assertThat(Hibernate.isInitialized(author)).isFalse();

        Keeper keeper = proxy(Keeper.class);
        rule.id = animal -> animal.keeper.getId();
        assertThat(resolve(new Animal(proxy(Owner.class), keeper))).isEqualTo("a");
        assertThat(Hibernate.isInitialized(keeper)).isFalse();
    }

    @Test
    @DisplayName("001-26: another accessor of the id loads the proxy, the lazy initializer does not")
    void otherAccessorsLoad() {
        Animal animal = new Animal(proxy(Owner.class), proxy(Keeper.class));
        rule.id = of -> of.owner.id();
        assertThatThrownBy(() -> resolve(animal)).isInstanceOf(LazyInitializationException.class);
        rule.id = of -> {
            LazyInitializer lazy = HibernateProxy.extractLazyInitializer(of.owner);
            return lazy == null ? of.owner.id() : lazy.getInternalIdentifier();
        };
        assertThat(resolve(animal)).isEqualTo("a");
        assertThat(Hibernate.isInitialized(animal.owner)).isFalse();
    }
}
