package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.OnShard;
import io.virgo.jpa.ReferenceData;
import io.virgo.jpa.ShardKey;
import io.virgo.jpa.ShardResolver;
import io.virgo.jpa.Sharded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Transient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rules that cannot work are refused at start, each with the entity and the remedy, all in one report. */
@ExtendWith(VirgoCheck.class)
class StartRefusalTest {

    @MappedSuperclass
    abstract static class Numbered {
        @Id
        long id;
    }

    @Entity(name = "A1")
    @Sharded(router = "nosuch")
    static class UnknownRouter extends Numbered {}

    @Entity(name = "A2")
    @Sharded(parent = "nosuch")
    static class NoAttribute extends Numbered {
        @ManyToOne
        @Nullable
        Right right;
    }

    @Entity(name = "A3")
    @Sharded(parent = "name")
    static class NoToOne extends Numbered {
        @Nullable
        String name;

        @OneToMany
        List<Right> rights = new ArrayList<>();
    }

    @Entity(name = "A4")
    @Sharded(parent = "other")
    static class CircleOne extends Numbered {
        @ManyToOne
        @Nullable
        CircleTwo other;
    }

    @Entity(name = "A5")
    @Sharded(parent = "other")
    static class CircleTwo extends Numbered {
        @ManyToOne
        @Nullable
        CircleOne other;
    }

    @Entity(name = "A6")
    @OnShard("nosuch")
    static class UnknownShard extends Numbered {}

    @Entity(name = "A7")
    @Sharded(router = "keys")
    static class TwoKeys extends Numbered {
        @ShardKey
        int one;

        @ShardKey
        int two;
    }

    @Entity(name = "A8")
    @Sharded(router = "keys")
    @ReferenceData
    static class Contradicting extends Numbered {}

    @Entity(name = "A9")
    @Sharded(router = "keys", parent = "right")
    static class RouterAndParent extends Numbered {
        @ManyToOne
        @Nullable
        Right right;
    }

    @Entity(name = "A10")
    @Sharded
    static class Nothing extends Numbered {}

    @Entity(name = "A11")
    @ReferenceData
    static class KeyWithoutRouter extends Numbered {
        @ShardKey
        int key;
    }

    @Entity(name = "A12")
    @Sharded(router = "keys")
    static class KeyOfAssociation extends Numbered {
        @ShardKey
        @ManyToOne
        @Nullable
        Right right;
    }

    @Entity(name = "A13")
    @Sharded(router = "keys")
    static class KeyNotStored extends Numbered {
        @ShardKey
        @Transient
        int key;
    }

    @Entity(name = "A14")
    @Sharded(parent = "plain")
    static class ParentWithoutRule extends Numbered {
        @ManyToOne
        @Nullable
        Plain plain;
    }

    @Entity(name = "A15")
    static class Plain extends Numbered {}

    @Entity(name = "A16")
    @Sharded(router = "keys", directory = "keys")
    static class NoDirectory extends Numbered {}

    @Entity(name = "A17")
    @OnShard("a")
    static class Below extends Right {}

    @Entity(name = "A18")
    @OnShard("a")
    static class BelowPlain extends Plain {}

    @Entity(name = "A19")
    @Sharded(router = "keys")
    static class BelowWithOtherKey extends Right {
        @ShardKey
        int key;
    }

    @Entity(name = "A20")
    @Sharded(parent = "copy")
    static class ParentIsReference extends Numbered {
        @ManyToOne
        @Nullable
        Copy copy;
    }

    @Entity(name = "A21")
    @ReferenceData
    static class Copy extends Numbered {}

    @Entity(name = "RightOne")
    @Sharded(router = "keys")
    static class Right extends Numbered {}

    public static class Knowing implements ShardResolver {
        @Override
        public @Nullable String shardOf(Object entity) {
            return entity instanceof Plain ? "c" : null;
        }

        @Override
        public @Nullable String shardOf(Class<?> type, Object id) {
            return type == Plain.class ? "c" : null;
        }
    }

    /** One problem, of the entity, with the texts. */
    private static void refused(Class<?> wrong, List<Class<?>> others, String... texts) {
        List<Class<?>> all = new ArrayList<>(others);
        all.add(wrong);
        List<String> problems = Ruled.problems(Map.of(), all.toArray(Class<?>[]::new));
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith(wrong.getName() + ": ")
                .contains(texts);
    }

    @Test
    void anUnknownRouter() {
        refused(
                UnknownRouter.class,
                List.of(),
                "@Sharded(router = \"nosuch\") names an unknown router; known routers are [hashed, keys]",
                "virgo.router.nosuch.type");
    }

    @Test
    void aParentThatIsNoToOne() {
        refused(
                NoAttribute.class,
                List.of(Right.class),
                "@Sharded(parent = \"nosuch\") names no attribute; the to-one associations are [right]. Name one of them");
        refused(NoToOne.class, List.of(Right.class), "names an attribute that is no to-one");
    }

    @Test
    void aCircleOfParents() {
        assertThat(Ruled.problems(Map.of(), CircleOne.class, CircleTwo.class))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem)
                        .contains("its parents run in a circle", CircleOne.class.getName(), "make one of them a root"));
    }

    @Test
    void anUnknownShard() {
        refused(
                UnknownShard.class,
                List.of(),
                "@OnShard(\"nosuch\") names no shard; the shards are [a, b, c]. Name one of them");
    }

    @Test
    void aKeyThatCannotDecide() {
        refused(TwoKeys.class, List.of(), "@ShardKey stands on [one, two]; one attribute decides, so mark one");
        refused(KeyWithoutRouter.class, List.of(), "@ShardKey decides nothing here; add @Sharded(router = …)");
        refused(
                KeyOfAssociation.class,
                List.of(Right.class),
                "stands on the association 'right'; use @Sharded(parent = \"right\")");
        refused(KeyNotStored.class, List.of(), "stands on 'key', which is no persistent attribute");
    }

    @Test
    void annotationsThatContradict() {
        refused(
                Contradicting.class,
                List.of(),
                "[@Sharded(router = \"keys\"), @ReferenceData] contradict each other; keep one of them");
        refused(
                RouterAndParent.class,
                List.of(Right.class),
                "[@Sharded(router = \"keys\"), @Sharded(parent = \"right\")] contradict each other");
        refused(
                Below.class,
                List.of(Right.class),
                "@OnShard(\"a\") contradicts @Sharded(router = \"keys\") of the entity " + Right.class.getName(),
                "remove it here");
        refused(
                BelowPlain.class,
                List.of(Plain.class),
                "stands on a subclass of the entity " + Plain.class.getName() + ", which has no rule",
                "put it on the root");
        refused(BelowWithOtherKey.class, List.of(Right.class), "its @ShardKey is another than that of the entity");
    }

    @Test
    void aRuleThatTellsNothing() {
        refused(Nothing.class, List.of(), "@Sharded names neither router nor parent, and the id tells no shard");
        refused(
                NoDirectory.class,
                List.of(),
                "names a router that is no directory; set virgo.router.keys.type to directory");
        refused(ParentIsReference.class, List.of(Copy.class), "whose rows are on every shard");
    }

    @Test
    void aParentWithoutARuleUnlessAResolverMayKnowIt() {
        refused(
                ParentWithoutRule.class,
                List.of(Plain.class),
                "leads to " + Plain.class.getName()
                        + ", which has no rule; annotate that with @Sharded, or name a ShardResolver");
        try (Ruled ruled =
                Ruled.open(Map.of("virgo.shard_resolver", Knowing.class), ParentWithoutRule.class, Plain.class)) {
            ParentWithoutRule part = new ParentWithoutRule();
            part.plain = new Plain();
            assertThat(ruled.manager().resolveShard(part)).isEqualTo("c");
        }
    }

    @Test
    void allProblemsComeInOneReport() {
        assertThat(Ruled.problems(Map.of(), UnknownRouter.class, UnknownShard.class, TwoKeys.class))
                .hasSize(3);
    }
}
