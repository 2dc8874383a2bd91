package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.MultiShardWriteException;
import io.virgo.core.NoCurrentShardException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.jpa.fixture.Parcel;
import io.virgo.it.jpa.fixture.ParcelListener;
import io.virgo.it.jpa.fixture.Publisher;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.hibernate.Interceptor;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.Type;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Callbacks learn which shard is being written, also when the commit's flush calls them. */
class CallbackTest extends LibraryTest {

    @BeforeEach
    @AfterEach
    void forget() {
        ParcelListener.TOLD.remove();
        ParcelListener.EXTRA.clear();
    }

    private static List<String> told() {
        List<String> told = List.copyOf(ParcelListener.TOLD.get());
        ParcelListener.TOLD.remove();
        return told;
    }

    @Test
    @DisplayName("C23: each of JPA's callbacks, with another shard chosen when the commit flushes")
    void eachCallbackIsToldTheShard() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.setCurrentShard("b");
        Parcel persisted = new Parcel(1, "x");
        sem.persist(persisted);
        Parcel merged = sem.merge(new Parcel(2, "x"));
        sem.setCurrentShard("c");
        sem.getTransaction().commit();
        assertThat(told()).containsExactly("PrePersist 1 b", "PrePersist 2 b", "PostPersist 1 b", "PostPersist 2 b");

        sem.getTransaction().begin();
        persisted.fill("y");
        sem.setCurrentShard("b");
        sem.remove(merged);
        sem.setCurrentShard("a");
        CurrentShard.run("c", () -> sem.getTransaction().commit());
        assertThat(told())
                .containsExactlyInAnyOrder("PreRemove 2 b", "PreUpdate 1 b", "PostUpdate 1 b", "PostRemove 2 b");

        sem.clear();
        sem.setCurrentShard("b");
        sem.find(Parcel.class, 1L);
        sem.clear();
        sem.createQuery("from Parcel", Parcel.class).getResultList();
        assertThat(told()).containsExactly("PostLoad 1 b", "PostLoad 1 b");
    }

    @Test
    void aPlainSessionTellsItsCallbacksToo() {
        Parcel parcel = stored("c", new Parcel(1, "x"));
        assertThat(told()).containsExactly("PrePersist 1 c", "PostPersist 1 c");
        assertThat(ShardManager.shardOf(parcel)).contains("c");
    }

    @Test
    void afterACallbackThatFailedNothingIsRemembered() {
        ParcelListener.EXTRA.put("bad", parcel -> {
            throw new IllegalArgumentException("bad parcel");
        });
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        Parcel bad = new Parcel(1, "bad");
        assertThatThrownBy(() -> sem.persist(bad)).hasMessage("bad parcel");
        assertThatThrownBy(() -> sem.merge(bad)).hasMessage("bad parcel");
        sem.getTransaction().rollback();
        assertThat(ShardManager.shardOf(bad)).isEmpty();
        assertThat(ShardManager.shardOf(new Parcel(2, "x"))).isEmpty();
        bad.fill("good");
        sem.setCurrentShard("b");
        sem.getTransaction().begin();
        sem.persist(bad);
        sem.getTransaction().commit();
        assertThat(counts("Parcel")).containsExactly(0L, 1L, 0L);
    }

    @Test
    void shardOfKnowsWhatVirgoSaw() {
        Author detached = stored("b", new Author(1, "x"));
        assertThat(ShardManager.shardOf(detached)).contains("b");
        faults("c").clearStatements();
        assertThat(ShardManager.shardOf(open("c").getReference(Author.class, 9L)))
                .contains("c");
        assertThat(faults("c").statements()).isEmpty();
        assertThat(ShardManager.shardOf("no entity")).isEmpty();
        Publisher removed = stored("a", new Publisher(1, "x"));
        inTransaction("a", em -> {
            em.remove(em.find(Publisher.class, 1L));
            return null;
        });
        assertThat(ShardManager.shardOf(removed)).contains("a");
    }

    @Test
    @DisplayName("A10: a callback reads and writes elsewhere with a manager of its own")
    void aCallbackMayUseAManagerOfItsOwn() {
        stored("a", new Publisher(1, "global"));
        ParcelListener.EXTRA.put(
                "audited",
                parcel -> CurrentShard.run("a", () -> {
                    try (EntityManager own = Library.FACTORY.createEntityManager()) {
                        own.getTransaction().begin();
                        assertThat(own.find(Publisher.class, 1L).name()).isEqualTo("global");
                        own.persist(new Author(
                                parcel.id(),
                                "audit of " + ShardManager.shardOf(parcel).orElseThrow()));
                        own.getTransaction().commit();
                    }
                }));
        stored("b", new Parcel(7, "audited"));
        assertThat(nameOnShard("a", 7)).isEqualTo("audit of b");
        assertThat(counts("Author")).containsExactly(1L, 0L, 0L);
        assertThat(counts("Parcel")).containsExactly(0L, 1L, 0L);
    }

    @Test
    @DisplayName("A10: a callback that writes to another shard through the same manager is part of the one transaction")
    void aCallbackThatWritesElsewhereThroughTheSameManagerIsNoticed() {
        for (ShardedEntityManager sem : List.of(open(), open("a"), open("b"))) {
            ParcelListener.EXTRA.put(
                    "spread",
                    parcel -> sem.onShard("a", em -> {
                        em.persist(new Author(parcel.id(), "audit"));
                        return null;
                    }));
            sem.getTransaction().begin();
            sem.setCurrentShard("b");
            sem.find(Publisher.class, 1L);
            sem.persist(new Parcel(7, "spread"));
            assertThatThrownBy(() -> sem.getTransaction().commit())
                    .cause()
                    .isInstanceOfSatisfying(
                            MultiShardWriteException.class,
                            e -> assertThat(e.shards()).containsExactlyInAnyOrder("a", "b"));
            assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
            assertThat(counts("Parcel")).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    @DisplayName("C23: one interceptor for all shards counts the writes of each, the commit's flush included")
    void anInterceptorOfTheFactoryIsToldTheShard() {
        Map<String, Integer> writes = new HashMap<>();
        Interceptor counting = new Interceptor() {
            @Override
            public boolean onPersist(Object entity, Object id, Object[] state, String[] names, Type[] types) {
                writes.merge("persist " + ShardManager.shardOf(entity).orElse("nowhere"), 1, Integer::sum);
                return false;
            }

            @Override
            public boolean onFlushDirty(
                    Object entity, Object id, Object[] now, Object[] before, String[] names, Type[] types) {
                writes.merge("change " + ShardManager.shardOf(entity).orElse("nowhere"), 1, Integer::sum);
                return false;
            }
        };
        Session primary = Library.FACTORY
                .unwrap(SessionFactory.class)
                .withOptions()
                .tenantIdentifier((Object) "a")
                .interceptor(counting)
                .openSession();
        try (ShardedEntityManager sem = ShardManager.extend(primary)) {
            for (String shard : SHARDS) {
                sem.setCurrentShard(shard);
                sem.getTransaction().begin();
                Author author = new Author(1, "x");
                sem.persist(author);
                sem.flush();
                author.rename("y");
                sem.setCurrentShard("a");
                sem.getTransaction().commit();
            }
        }
        assertThat(writes)
                .containsOnly(
                        Map.entry("persist a", 1),
                        Map.entry("persist b", 1),
                        Map.entry("persist c", 1),
                        Map.entry("change a", 1),
                        Map.entry("change b", 1),
                        Map.entry("change c", 1));
    }

    @Test
    @DisplayName("C23: Hibernate's event listeners find it in their session too")
    void anEventListenerIsToldTheShard() {
        List<String> inserted = new ArrayList<>();
        try (var factory = Library.open(Map.of())) {
            factory.unwrap(SessionFactoryImplementor.class)
                    .getEventListenerRegistry()
                    .appendListeners(EventType.POST_INSERT, new PostInsertEventListener() {
                        @Override
                        public void onPostInsert(PostInsertEvent event) {
                            inserted.add(event.getSession().getTenantIdentifierValue() + " "
                                    + ShardManager.shardOf(event.getEntity()).orElse("nowhere"));
                        }

                        @Override
                        public boolean requiresPostCommitHandling(EntityPersister persister) {
                            return false;
                        }
                    });
            try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
                sem.getTransaction().begin();
                sem.setCurrentShard("c");
                sem.persist(new Author(1, "x"));
                sem.setCurrentShard("a");
                sem.getTransaction().commit();
            }
        }
        assertThat(inserted).containsExactly("c c");
    }

    @Test
    @DisplayName("C12: after the commit the shard is still known, and is handed to another thread")
    void afterTheCommitTheShardIsKnown() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.setCurrentShard("b");
        Parcel parcel = new Parcel(1, "x");
        sem.persist(parcel);
        List<String> seen = new ArrayList<>();
        ((Session) sem).getTransaction().runAfterCompletion(status -> {
            assertThat(CurrentShard.get()).isEmpty();
            assertThatThrownBy(() -> plain().find(Parcel.class, 1L)).isInstanceOf(NoCurrentShardException.class);
            Optional<String> shard = ShardManager.shardOf(parcel);
            Runnable event = () -> CurrentShard.run(shard.orElseThrow(), () -> {
                try (EntityManager own = Library.FACTORY.createEntityManager()) {
                    seen.add(own.find(Parcel.class, 1L).content() + " on " + whoami(own));
                }
            });
            CompletableFuture.runAsync(event).join();
        });
        sem.getTransaction().commit();
        assertThat(seen).containsExactly("x on b");
    }
}
