package io.virgo.it.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.VirgoConfigurationException;
import io.virgo.it.jpa.fixture.Library;
import io.virgo.it.jpa.fixture.Member;
import io.virgo.it.jpa.fixture.MemberShards;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardResolver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The setting that names the application's rule. */
class ResolverSettingTest extends LibraryTest {

    /** A rule without a public constructor. */
    static final class Hidden extends MemberShards {
        private Hidden() {}
    }

    /** Counts how often it is made. */
    public static final class Counted extends MemberShards {
        static final AtomicInteger MADE = new AtomicInteger();

        public Counted() {
            MADE.incrementAndGet();
        }
    }

    /** Cannot be made. */
    public static final class Failing extends MemberShards {
        public Failing() {
            throw new IllegalStateException("no table of members");
        }
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

    @Test
    @DisplayName("001-26, 001-13: a wrong rule is told together with all else that is wrong with the settings")
    void aWrongRuleIsToldWithAllElse() {
        for (Object setting : List.of("no.such.Class", Object.class, Hidden.class, Failing.class, 7)) {
            assertThatThrownBy(() -> Library.open(Map.of(
                                    "virgo.shard_resolver", setting,
                                    "virgo.start", "sometimes",
                                    "virgo.shards", "a,b"))
                            .close())
                    .as(String.valueOf(setting))
                    .satisfies(e -> assertThat(problems(e))
                            .anyMatch(problem -> problem.startsWith("virgo.shard_resolver: " + setting))
                            .anyMatch(problem -> problem.startsWith("virgo.start: "))
                            .anyMatch(problem -> problem.startsWith("virgo.shards: "))
                            .hasSize(3));
        }
    }

    private static List<String> problems(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof VirgoConfigurationException wrong) {
                return wrong.problems();
            }
        }
        throw new AssertionError("no report", failure);
    }

    @Test
    void theRuleIsMadeOnce() {
        Counted.MADE.set(0);
        Library.open(Map.of("virgo.shard_resolver", Counted.class)).close();
        assertThat(Counted.MADE).hasValue(1);
    }

    @Test
    void theReasonWhyARuleCannotBeMadeIsTold() {
        assertThatThrownBy(() -> Library.open(Map.of("virgo.shard_resolver", Failing.class))
                        .close())
                .satisfies(
                        e -> assertThat(problems(e)).singleElement().asString().contains("no table of members"));
    }
}
