package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.jpa.fixture.Member;
import io.virgo.it.jpa.fixture.MemberShards;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardResolver;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The setting that names the application's rule. */
class ResolverSettingTest extends LibraryTest {

    /** A rule without a public constructor. */
    static final class Hidden extends MemberShards {
        private Hidden() {}
    }

    static ShardResolver everywhere(String shard) {
        return new ShardResolver() {
            @Override
            public @Nullable String shardOf(Object entity) {
                return shard;
            }

            @Override
            public @Nullable String shardOf(Class<?> type, Object id) {
                return shard;
            }
        };
    }

    @Test
    @DisplayName("001-26: the rule is given by name, as a class or as an object")
    void theRuleIsGivenByNameClassOrObject() {
        for (Object setting : List.of(
                MemberShards.class.getName(),
                " " + MemberShards.class.getName(),
                MemberShards.class,
                everywhere("b"))) {
            try (var factory = Library.open(Map.of("virgo.shard_resolver", setting));
                    var sem = ShardManager.extend(factory.createEntityManager())) {
                assertThat(sem.resolveShard(Member.class, 1L)).isEqualTo("b");
            }
        }
    }

    @Test
    void aWrongRuleIsRefusedAtStart() {
        for (Object setting : List.of("no.such.Class", String.class.getName(), Object.class, Hidden.class, 7)) {
            assertThatThrownBy(() -> Library.open(Map.of("virgo.shard_resolver", setting))
                            .close())
                    .satisfies(e -> assertThat(org.assertj.core.util.Throwables.getStackTrace(e))
                            .contains("virgo.shard_resolver")
                            .contains(String.valueOf(setting)));
        }
    }
}
