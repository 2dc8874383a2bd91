package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.ShardKeyChangedException;
import io.virgo.core.ShardNotResolvedException;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.rules.IdAloneTest.Part;
import io.virgo.it.rules.IdAloneTest.Root;
import io.virgo.it.rules.NewIdTest.Account;
import io.virgo.it.rules.NewIdTest.Entry;
import io.virgo.it.rules.OneShardAndReferenceTest.Country;
import io.virgo.it.rules.ShardKeyTest.Shop;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The rules once more on PostgreSQL: ids made ahead, a changed key, an id asked for everywhere, reference data. */
@ExtendWith(VirgoCheck.class)
class RulesPostgresTest {

    @Test
    void theRulesHoldOnPostgres() {
        try (Ruled ruled = Ruled.open(
                ShardDatabases.postgres("a", "b", "c"),
                Map.of("virgo.find_on_every_shard", "true"),
                Account.class,
                Entry.class,
                Shop.class,
                Root.class,
                Part.class,
                Country.class)) {
            for (int i = 0; i < 12; i++) {
                Account account = new Account();
                ruled.store(account);
                String shard = ruled.manager().resolveShard(Account.class, account.id);
                assertThat(ruled.databases.probe(shard).count("Account", "id = ?", account.id))
                        .isEqualTo(1);
            }
            ruled.store(new Shop(7, 4));
            try (var plain = ruled.plain("b")) {
                plain.getTransaction().begin();
                plain.find(Shop.class, 7L).region = 5;
                assertThatThrownBy(plain::flush).isInstanceOf(ShardKeyChangedException.class);
                plain.getTransaction().rollback();
            }
            Root root = new Root(4);
            ruled.store(root, new Part(9, root));
            assertThat(ruled.manager().resolveShard(Part.class, 9L)).isEqualTo("b");
            ruled.inTransaction(em -> {
                em.setCurrentShard("a");
                em.persist(new Country(1, "x"));
            });
            assertThat(ruled.manager().find(Country.class, 1L)).isNotNull();
            assertThatThrownBy(() -> ruled.store(new Country(2, "y"))).isInstanceOf(ShardNotResolvedException.class);
        }
    }
}
