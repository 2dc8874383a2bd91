package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardScope;
import io.virgo.core.UnknownShardException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which shard a manager is on, and who decides. */
class CurrentShardOfManagerTest extends LibraryTest {

    @Test
    @DisplayName("001-27: extending twice gives the same, whichever of both is extended")
    void extendingTwiceGivesTheSame() {
        EntityManager plain = plain();
        ShardedEntityManager extended = ShardManager.extend(plain);
        assertThat(ShardManager.extend(plain)).isSameAs(extended);
        assertThat(ShardManager.extend(extended)).isSameAs(extended);
        assertThat(ShardManager.extend(plain.unwrap(Session.class))).isSameAs(extended);
        assertThat(extended.unwrap(ShardedEntityManager.class)).isSameAs(extended);
        assertThat(extended).isInstanceOf(Session.class);
    }

    @Test
    void extendingTheSessionOfASiblingGivesTheSame() {
        ShardedEntityManager extended = open("a");
        extended.setCurrentShard("b");
        assertThat(ShardManager.extend(extended.unwrap(Session.class))).isSameAs(extended);
    }

    @Test
    void aClosedManagerIsRefused() {
        EntityManager plain = plain();
        plain.close();
        assertThatThrownBy(() -> ShardManager.extend(plain))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void anExtendedManagerThatIsClosedIsStillItself() {
        ShardedEntityManager extended = open("a");
        extended.close();
        assertThat(ShardManager.extend(extended)).isSameAs(extended);
        assertThat(extended.isOpen()).isFalse();
        assertThatThrownBy(() -> extended.find(Author.class, 1L)).isInstanceOf(IllegalStateException.class);
        for (Runnable call : List.<Runnable>of(
                () -> extended.setCurrentShard("b"),
                () -> extended.setCurrentShard("a"),
                () -> extended.onShard("b", em -> 1),
                () -> extended.onShard("a", em -> 1))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    @DisplayName("001-21, 001-29: a manager opened under a key belongs to that shard and never asks again")
    @SuppressWarnings("try")
    void theKeyIsReadWhenTheManagerIsOpened() {
        ShardedEntityManager onA = open("a");
        try (ShardScope scope = CurrentShard.open("b")) {
            assertThat(onA.getCurrentShard()).isEqualTo("a");
            assertThat(whoami(onA)).isEqualTo("a");
        }
        assertThat(whoami(onA)).isEqualTo("a");
        assertThat(CurrentShard.get()).isEmpty();
    }

    @Test
    @DisplayName("001-24, 001-25: all shards can be visited, and their names kept")
    void allShardsCanBeVisited() {
        ShardedEntityManager sem = open();
        List<Object> seen = new ArrayList<>();
        for (String shard : sem.getShards()) {
            sem.setCurrentShard(shard);
            seen.add(whoami(sem));
        }
        assertThat(seen).isEqualTo(SHARDS);
        assertThat(sem.getCurrentShard()).isEqualTo("c");
    }

    @Test
    @DisplayName("C07: without a shard, with a wrong one, after clearing: refused before any SQL")
    void withoutAShardEverythingIsRefusedBeforeSql() {
        ShardedEntityManager sem = open();
        for (String wrong : List.of("A", "nosuch", "", "DEFAULT", " a", "<none>")) {
            assertThatThrownBy(() -> sem.setCurrentShard(wrong))
                    .isInstanceOf(UnknownShardException.class)
                    .hasMessageContaining("'" + wrong + "'")
                    .hasMessageContaining("[a, b, c]");
            assertThat(sem.getCurrentShard()).isNull();
        }
        sem.setCurrentShard("a");
        sem.setCurrentShard(null);
        List<Runnable> calls = List.of(
                () -> sem.find(Author.class, 1L),
                () -> sem.persist(new Author(1, "x")),
                () -> sem.merge(new Author(1, "x")),
                () -> sem.createQuery("from Author", Author.class).getResultList(),
                () -> sem.createNativeQuery("select name from whoami").getSingleResult(),
                () -> sem.createStoredProcedureQuery("whoami_procedure"));
        for (Runnable call : calls) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(NoCurrentShardException.class)
                    .hasMessageContaining("[a, b, c]")
                    .hasMessageContaining("setCurrentShard(shard)");
        }
        EntityManager plain = plain();
        assertThatThrownBy(() -> plain.find(Author.class, 1L))
                .isInstanceOf(NoCurrentShardException.class)
                .hasMessageContaining("[a, b, c]")
                .hasMessageContaining("CurrentShard.open(shard)");
        SHARDS.forEach(shard -> assertThat(faults(shard).statements()).isEmpty());
    }

    @Test
    @SuppressWarnings("NullAway") // what callers without NullAway may do
    void nothingIsRefusedByName() {
        ShardedEntityManager sem = open("a");
        assertThatThrownBy(() -> sem.onShard(null, LibraryTest::whoami))
                .isInstanceOf(UnknownShardException.class)
                .hasMessageContaining("[a, b, c]");
        assertThatThrownBy(() -> sem.onShard("b", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("action");
        assertThatThrownBy(() -> ShardManager.extend(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("manager");
        assertThatThrownBy(() -> sem.resolveShard(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("entity");
        assertThatThrownBy(() -> sem.resolveShard(null, 1L))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");
        assertThatThrownBy(() -> sem.resolveShard(Author.class, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("id");
        assertThat(sem.getCurrentShard()).isEqualTo("a");
    }

    @Test
    @DisplayName("A6, A7: onShard comes back, also after an exception and from within itself")
    void onShardComesBack() {
        ShardedEntityManager sem = open("a");
        Object seen = sem.onShard("b", onB -> {
            Object inner = ShardManager.extend(onB).onShard("c", LibraryTest::whoami);
            return inner + " in " + whoami(onB);
        });
        assertThat(seen).isEqualTo("c in b");
        assertThatThrownBy(() -> sem.onShard("b", onB -> {
                    throw new IllegalArgumentException("from the action");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sem.onShard("nosuch", LibraryTest::whoami)).isInstanceOf(UnknownShardException.class);
        assertThat(sem.getCurrentShard()).isEqualTo("a");
        assertThat(whoami(sem)).isEqualTo("a");
    }

    @Test
    void onShardTakesPartInTheTransaction() {
        ShardedEntityManager sem = open("a");
        sem.getTransaction().begin();
        sem.onShard("b", onB -> {
            onB.persist(new Author(1, "x"));
            assertThat(onB.getTransaction().isActive()).isTrue();
            onB.getTransaction().rollback();
            return null;
        });
        assertThat(sem.getTransaction().isActive()).isFalse();
        assertThat(counts("Author")).containsExactly(0L, 0L, 0L);
    }

    @Test
    @DisplayName("C13, A11, 001-29: two managers in turn on one thread, at random, each stay on their own shard")
    void twoManagersInTurnStayOnTheirShards() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<ShardedEntityManager> managers = List.of(open("a"), open("b"), open());
        managers.get(2).setCurrentShard("c");
        managers.forEach(manager -> manager.getTransaction().begin());
        List<Integer> expected = new ArrayList<>(List.of(0, 0, 0));
        for (int i = 0; i < 300; i++) {
            int chosen = random.nextInt(3);
            ShardedEntityManager manager = managers.get(chosen);
            switch (random.nextInt(4)) {
                case 0 -> assertThat(whoami(manager)).as("seed %d", seed).isEqualTo(SHARDS.get(chosen));
                case 1 -> {
                    manager.persist(new Author(i, SHARDS.get(chosen)));
                    expected.set(chosen, expected.get(chosen) + 1);
                }
                case 2 -> {
                    manager.getTransaction().commit();
                    manager.getTransaction().begin();
                }
                default -> manager.find(Author.class, (long) random.nextInt(300));
            }
        }
        managers.forEach(manager -> manager.getTransaction().commit());
        for (int i = 0; i < 3; i++) {
            String shard = SHARDS.get(i);
            assertThat(probe(shard).count("Author")).as("seed %d", seed).isEqualTo((long) expected.get(i));
            assertThat(probe(shard).count("Author", "name <> ?", shard)).isZero();
        }
    }

    @Test
    @DisplayName("C11: a job goes over all shards, one of which fails")
    void aJobOverAllShardsSurvivesTheFailureOfOne() {
        SHARDS.forEach(shard -> stored(shard, new Author(1, shard)));
        ShardedEntityManager sem = open();
        faults("b")
                .at(io.virgo.it.kit.fault.FaultPoint.EXECUTE)
                .matching("delete from author")
                .fail("08006");
        List<String> failed = new ArrayList<>();
        for (String shard : sem.getShards()) {
            sem.setCurrentShard(shard);
            sem.getTransaction().begin();
            try {
                assertThat(sem.find(Author.class, 1L).name()).isEqualTo(shard);
                sem.remove(sem.find(Author.class, 1L));
                sem.getTransaction().commit();
            } catch (RuntimeException e) {
                failed.add(shard);
            }
        }
        assertThat(failed).containsExactly("b");
        assertThat(counts("Author")).containsExactly(0L, 1L, 0L);
        assertThat(CurrentShard.get()).isEmpty();
        assertThat(Library.FACTORY.isOpen()).isTrue();
    }
}
