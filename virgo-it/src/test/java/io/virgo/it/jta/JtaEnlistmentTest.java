package io.virgo.it.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardNotEnlistedException;
import io.virgo.core.ShardUnavailableException;
import io.virgo.core.Shards;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C58: a shard whose connections are not enlisted must not share a JTA transaction with another. */
@ExtendWith(VirgoCheck.class)
class JtaEnlistmentTest {

    @ParameterizedTest
    @EnumSource(
            value = JtaPool.class,
            names = {"XA", "LAST_RESOURCE"},
            mode = EnumSource.Mode.EXCLUDE)
    void secondShardThatIsNotEnlistedIsRefusedByNameBeforeItsFirstStatement(JtaPool kind) throws Exception {
        try (Bank bank = Bank.open(DatabaseProduct.H2, JtaPool.XA, kind);
                ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> {
                sem.setCurrentShard("s0");
                sem.persist(new Account("a"));
                sem.setCurrentShard("s1");
                bank.databases().faults("s1").clearStatements();
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> sem.find(Account.class, 1L))
                            .isInstanceOfSatisfying(
                                    ShardNotEnlistedException.class,
                                    e -> assertThat(e.shard()).isEqualTo("s1"))
                            .hasMessageContaining("'s1'")
                            .hasMessageContaining("[s0]")
                            .hasMessageContaining("XA data source");
                }
                assertThat(bank.databases().faults("s1").statements()).isEmpty();
                sem.setCurrentShard("s0");
            });
            assertThat(bank.owners("s0")).containsExactly("a");
            assertThat(bank.owners("s1")).isEmpty();
            assertThat(Shards.of(bank.factory()).figures("s1").active()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = JtaPool.class,
            names = {"XA", "LAST_RESOURCE"},
            mode = EnumSource.Mode.EXCLUDE)
    void firstShardThatIsNotEnlistedKeepsTheSecondOut(JtaPool kind) throws Exception {
        try (Bank bank = Bank.open(DatabaseProduct.H2, kind, JtaPool.XA)) {
            Narayana.transaction(() -> {
                ShardedEntityManager sem = ShardManager.extend(bank.plainOn("s0"));
                sem.setCurrentShard("s1");
                assertThatThrownBy(() -> sem.persist(new Account("b")))
                        .isInstanceOf(ShardNotEnlistedException.class)
                        .hasMessageContaining("'s0'")
                        .hasMessageContaining("[s1]");
                sem.close();
            });
            assertThat(bank.owners("s1")).isEmpty();
        }
    }

    /** HikariCP without auto-commit is left out: nobody commits its connections under JTA, with Virgo or without. */
    @ParameterizedTest
    @EnumSource(value = JtaPool.class, names = "HIKARI", mode = EnumSource.Mode.EXCLUDE)
    void oneShardAloneNeedsNoProof(JtaPool kind) throws Exception {
        try (Bank bank = Bank.open(DatabaseProduct.H2, kind, kind);
                ShardedEntityManager sem = bank.manager()) {
            for (String shard : sem.getShards()) {
                Narayana.transaction(() -> {
                    sem.setCurrentShard(shard);
                    sem.persist(new Account("of " + shard));
                });
            }
            assertThat(bank.owners("s0")).containsExactly("of s0");
            assertThat(bank.owners("s1")).containsExactly("of s1");
        }
    }

    /** The transaction manager itself takes one such resource into a transaction, and refuses the second. */
    @Test
    void plainConnectionsThatAreEnlistedCountAsPartners() throws Exception {
        try (Bank bank = Bank.open(DatabaseProduct.H2, JtaPool.XA, JtaPool.LAST_RESOURCE, JtaPool.LAST_RESOURCE);
                ShardedEntityManager sem = bank.manager()) {
            Narayana.transaction(() -> {
                sem.setCurrentShard("s0");
                sem.persist(new Account("a"));
                sem.setCurrentShard("s1");
                sem.persist(new Account("b"));
            });
            assertThat(bank.owners("s0")).containsExactly("a");
            assertThat(bank.owners("s1")).containsExactly("b");
            assertThatThrownBy(() -> Narayana.transaction(() -> {
                        sem.setCurrentShard("s1");
                        sem.persist(new Account("c"));
                        sem.flush();
                        sem.setCurrentShard("s2");
                        sem.persist(new Account("d"));
                        sem.flush();
                    }))
                    .isInstanceOf(ShardUnavailableException.class)
                    .hasMessageContaining("s2");
            assertThat(bank.owners("s1")).containsExactly("b");
            assertThat(bank.owners("s2")).isEmpty();
        }
    }

    @Test
    void shardsTellWhetherTheirPoolsMayBeEnlisted() throws Exception {
        try (Bank bank = Bank.open(DatabaseProduct.H2, JtaPool.XA, JtaPool.SETTINGS, JtaPool.HIKARI)) {
            Shards shards = Shards.of(bank.factory());
            assertThat(shards.mayJoinJta("s0")).isTrue();
            assertThat(shards.mayJoinJta("s1")).isFalse();
            assertThat(shards.mayJoinJta("s2")).isFalse();
        }
    }
}
