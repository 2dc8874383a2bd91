package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.NoCurrentShardException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.ShardScope;
import io.virgo.core.UnknownShardException;
import io.virgo.core.WrongShardException;
import io.virgo.it.jpa.fixture.Author;
import io.virgo.it.jpa.fixture.Member;
import io.virgo.it.jpa.fixture.MemberShards;
import io.virgo.jpa.ShardResolver;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FindOption;
import jakarta.persistence.LockModeType;
import java.util.List;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Calls find the shard of an entity or id by themselves, and refuse what belongs elsewhere. */
class AutoRoutingTest extends LibraryTest {

    @Test
    @DisplayName("001-36: persist, find, contains, lock, refresh, merge, remove, detach without a chosen shard")
    void eachCallGoesWhereTheEntityLives() {
        ShardedEntityManager sem = open();
        for (long id = 0; id < 3; id++) {
            String shard = MemberShards.of(id);
            Member member = new Member(id, "new");
            sem.getTransaction().begin();
            sem.persist(member);
            assertThat(sem.contains(member)).isTrue();
            sem.getTransaction().commit();
            assertThat(probe(shard).count("Member")).isEqualTo(1);

            probe(shard).update("update Member set name = 'refreshed'");
            sem.getTransaction().begin();
            sem.refresh(member);
            assertThat(member.name()).isEqualTo("refreshed");
            sem.lock(member, LockModeType.PESSIMISTIC_WRITE);
            sem.detach(member);
            assertThat(sem.contains(member)).isFalse();
            member.rename("merged");
            Member managed = sem.merge(member);
            sem.getTransaction().commit();
            assertThat(probe(shard).single("select name from Member", String.class))
                    .isEqualTo("merged");

            assertThat(sem.find(Member.class, id)).isSameAs(managed);
            assertThat(sem.getReference(Member.class, id)).isSameAs(managed);
            assertThat(sem.getReference(managed)).isSameAs(managed);
            sem.getTransaction().begin();
            sem.remove(managed);
            sem.getTransaction().commit();
            assertThat(counts("Member")).containsExactly(0L, 0L, 0L);
            assertThat(sem.getCurrentShard()).isNull();
        }
    }

    static boolean hibernateFindsByNaturalId() {
        return AutoRoutingTest.class.getClassLoader().getResource("org/hibernate/KeyType.class") != null;
    }

    @Test
    @EnabledIf("hibernateFindsByNaturalId")
    void aNaturalIdIsNotTakenForTheId() throws ReflectiveOperationException {
        FindOption natural = (FindOption)
                Class.forName("org.hibernate.KeyType").getField("NATURAL").get(null);
        stored(MemberShards.of(3), new Member(3, "fourth"));
        ShardedEntityManager sem = open(MemberShards.of(3));
        assertThat(sem.find(Member.class, 4L, natural).name()).isEqualTo("fourth");
        assertThat(((Session) sem).findMultiple(Member.class, List.of(4L), natural))
                .extracting(Member::name)
                .containsExactly("fourth");
        sem.setCurrentShard(null);
        assertThatThrownBy(() -> sem.find(Member.class, 4L, natural)).isInstanceOf(NoCurrentShardException.class);
    }

    @Test
    void hibernatesOwnCallsGoThereToo() {
        for (long id = 0; id < 3; id++) {
            stored(MemberShards.of(id), new Member(id, "m" + id));
        }
        Session session = (Session) open();
        assertThat(session.find(Member.class.getName(), 1L)).isInstanceOf(Member.class);
        assertThat(session.find(session.createEntityGraph(Member.class), 2L).name())
                .isEqualTo("m2");
        assertThat(session.findMultiple(Member.class, List.of(2L, 5L))).hasSize(2);
        Member member = session.find(Member.class, 1L);
        session.setReadOnly(member, true);
        assertThat(session.isReadOnly(member)).isTrue();
        assertThat(session.getIdentifier(member)).isEqualTo(1L);
        assertThatThrownBy(() -> session.findMultiple(Member.class, List.of(1L, 2L)))
                .isInstanceOf(WrongShardException.class)
                .hasMessageContaining("'b'")
                .hasMessageContaining("'c'");
    }

    @Test
    @DisplayName("A17: with a current shard, what resolves elsewhere is refused")
    void whatResolvesElsewhereIsRefused() {
        stored("b", new Member(1, "x"));
        ShardedEntityManager sem = open();
        sem.setCurrentShard("a");
        sem.getTransaction().begin();
        Member member = new Member(1, "x");
        List<Runnable> calls = List.of(
                () -> sem.persist(member),
                () -> sem.merge(member),
                () -> sem.remove(member),
                () -> sem.refresh(member),
                () -> sem.lock(member, LockModeType.READ),
                () -> sem.contains(member),
                () -> sem.detach(member),
                () -> sem.find(Member.class, 1L),
                () -> sem.getReference(Member.class, 1L));
        for (Runnable call : calls) {
            assertThatThrownBy(call::run).isInstanceOfSatisfying(WrongShardException.class, e -> {
                assertThat(e.shard()).isEqualTo("a");
                assertThat(e.expectedShard()).isEqualTo("b");
                assertThat(e).hasMessageContaining("Switch to 'b'");
            });
        }
        sem.setCurrentShard("b");
        assertThat(sem.find(Member.class, 1L)).isNotNull();
        sem.getTransaction().commit();
        assertThat(counts("Member")).containsExactly(0L, 1L, 0L);
    }

    @Test
    @DisplayName("A17: a plain session refuses a row that the rule places elsewhere")
    void aPlainSessionRefusesARowThatBelongsElsewhere() {
        EntityManager plain = plain("a");
        plain.getTransaction().begin();
        assertThatThrownBy(() -> plain.persist(new Member(1, "x")))
                .isInstanceOf(WrongShardException.class)
                .hasMessageContaining("'b'");
        plain.getTransaction().rollback();
        assertThat(counts("Member")).containsExactly(0L, 0L, 0L);
    }

    @Test
    @DisplayName("001-23: resolveShard chooses nothing and may be stored")
    void resolvingChoosesNothing() {
        ShardedEntityManager sem = open();
        assertThat(sem.resolveShard(new Member(4, "x"))).isEqualTo("b");
        assertThat(sem.resolveShard(Member.class, 5L)).isEqualTo("c");
        assertThat(sem.getCurrentShard()).isNull();
        assertThat(sem.resolveShard(stored("b", new Author(1, "x")))).isEqualTo("b");
        SHARDS.forEach(shard -> faults(shard).clearStatements());
        Author lazy = open("c").getReference(Author.class, 9L);
        assertThat(sem.resolveShard(lazy)).isEqualTo("c");
        assertThat(faults("c").statements()).isEmpty();
        assertThatThrownBy(() -> sem.resolveShard(new Author(7, "x")))
                .isInstanceOf(ShardNotResolvedException.class)
                .hasMessageContaining(Author.class.getName())
                .hasMessageContaining("[a, b, c]");
        assertThatThrownBy(() -> sem.resolveShard(Author.class, 7L)).isInstanceOf(ShardNotResolvedException.class);
    }

    @Test
    void anInstanceFindsBackToItsShard() {
        Author detached = stored("b", new Author(1, "x"));
        ShardedEntityManager sem = open();
        sem.getTransaction().begin();
        detached.rename("y");
        sem.merge(detached);
        sem.getTransaction().commit();
        assertThat(nameOnShard("b", 1)).isEqualTo("y");
    }

    @Test
    void whatNothingTellsIsRefused() {
        ShardedEntityManager sem = open();
        assertThatThrownBy(() -> sem.persist(new Author(1, "x")))
                .isInstanceOf(NoCurrentShardException.class)
                .hasMessageContaining(Author.class.getName())
                .hasMessageContaining("[a, b, c]");
    }

    @Test
    void nothingAtAllIsHibernatesToRefuse() {
        ShardedEntityManager sem = open();
        assertThatThrownBy(() -> sem.persist(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sem.find(Author.class, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sem.find((Class<Author>) null, 1L)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void aRuleThatNamesNoShardIsRefused() {
        try (var factory = io.virgo.it.jpa.fixture.Library.open(
                        java.util.Map.of("virgo.shard_resolver", ResolverSettingTest.everywhere("nosuch")));
                var sem = io.virgo.jpa.ShardManager.extend(factory.createEntityManager())) {
            assertThatThrownBy(() -> sem.find(Member.class, 1L))
                    .isInstanceOf(UnknownShardException.class)
                    .hasMessageContaining("'nosuch'");
            assertThatThrownBy(() -> sem.resolveShard(Member.class, 1L)).isInstanceOf(UnknownShardException.class);
        }
    }

    @Test
    @DisplayName("A7: a rule that fails is heard, and takes the caller's shard from nobody")
    @SuppressWarnings("try")
    void aRuleThatFailsLeavesTheCallerOnItsShard() {
        ShardResolver failing = new ShardResolver() {
            @Override
            public String shardOf(Object entity) {
                throw new IllegalStateException("not in the directory");
            }

            @Override
            public String shardOf(Class<?> type, Object id) {
                throw new IllegalStateException("user " + id + " is not in the directory");
            }
        };
        try (var factory = io.virgo.it.jpa.fixture.Library.open(java.util.Map.of("virgo.shard_resolver", failing));
                ShardScope scope = CurrentShard.open("c");
                var sem = io.virgo.jpa.ShardManager.extend(factory.createEntityManager())) {
            sem.setCurrentShard("a");
            assertThatThrownBy(() -> sem.find(Member.class, 7L)).hasMessage("user 7 is not in the directory");
            assertThatThrownBy(() -> sem.onShard("b", em -> em.find(Member.class, 7L)))
                    .hasMessage("user 7 is not in the directory");
            assertThat(sem.getCurrentShard()).isEqualTo("a");
            assertThat(whoami(sem)).isEqualTo("a");
            assertThat(CurrentShard.get()).contains("c");
        }
    }
}
