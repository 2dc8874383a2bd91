package io.virgo.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RoutersTest {

    private static final ShardAccess SHARDS = RouterFixture.shards("ap", "eu", "us");

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("r.type: is missing", new Object[] {"shards", "eu"}),
                Arguments.of("r.type: 'modulus' is unknown; legal are [modulo,", new Object[] {"type", "modulus"}),
                Arguments.of("r.type: java.lang.String is no io.virgo", new Object[] {"type", String.class}),
                Arguments.of("r.shards: is missing", new Object[] {"type", "modulo"}),
                Arguments.of(
                        "r.shards: names 'xx', which is no shard; the shards are [ap, eu, us]",
                        new Object[] {"type", "modulo", "shards", "eu,xx"}),
                Arguments.of("r.shards: 0 is not between 1", new Object[] {"type", "modulo", "shards", "eu:0"}),
                Arguments.of("r.shards: 'x' is no whole number", new Object[] {"type", "modulo", "shards", "eu:x"}),
                Arguments.of(
                        "r.shard: unknown key; the nearest legal one is virgo.router.r.shards",
                        new Object[] {"type", "modulo", "shards", "eu", "shard", "eu"}),
                Arguments.of(
                        "r.group.g2.shards: unknown key; the nearest legal one is virgo.router.r.group.g1.shards",
                        new Object[] {
                            "type", "groups", "groups", "g1:..", "group.g1.shards", "eu", "group.g2.shards", "us"
                        }),
                Arguments.of("r.type: java.lang.Integer is no io.virgo", new Object[] {"type", Integer.class}),
                Arguments.of(
                        "r.type: " + Hidden.class.getName() + " cannot be made; it must be a public class",
                        new Object[] {"type", Hidden.class}),
                Arguments.of(
                        "r.type: " + Failing.class.getName() + " failed to take its settings: java.lang.Null",
                        new Object[] {"type", Failing.class.getName()}),
                Arguments.of(
                        "r.refresh: is for a map in a table",
                        new Object[] {"type", "slots", "map", "0-999:eu", "refresh", "PT1M"}),
                Arguments.of(
                        "r.refresh: 'PT0S' is no time",
                        new Object[] {"type", "slots", "table", "eu", "refresh", "PT0S"}),
                Arguments.of("r.map: '0-9-9:eu' is not understood", new Object[] {"type", "slots", "map", "0-9-9:eu"}),
                Arguments.of(
                        "r.map: slots 2-4 are given to no shard",
                        new Object[] {"type", "slots", "slots", "6", "map", "0-1:eu,5:us"}),
                Arguments.of(
                        "r.ranges: 'a..b..c:eu' has not one '..'",
                        new Object[] {"type", "range", "bounds", "string", "ranges", "a..b..c:eu"}),
                Arguments.of("r.nodes: 0 is not between 1", new Object[] {"type", "ring", "nodes", "a:eu:0"}),
                Arguments.of(
                        "r.hash: 'yes' is unknown", new Object[] {"type", "modulo", "shards", "eu", "hash", "yes"}),
                Arguments.of(
                        "r.ranges: gap between: '..5' and '6..'",
                        new Object[] {"type", "range", "ranges", "..5:eu,6..:us"}),
                Arguments.of(
                        "r.ranges: overlap: '..7' and '6..'",
                        new Object[] {"type", "range", "ranges", "6..:us,..7:eu"}),
                Arguments.of(
                        "r.ranges: overlap: '..' and '..5'", new Object[] {"type", "range", "ranges", "..:us,..5:eu"}),
                Arguments.of("r.ranges: '5..5:eu' is empty", new Object[] {"type", "range", "ranges", "5..5:eu"}),
                Arguments.of(
                        "r.ranges: '..x:eu' has a bound that is not",
                        new Object[] {"type", "range", "ranges", "..x:eu"}),
                Arguments.of("r.ranges: '5:eu' has not one '..'", new Object[] {"type", "range", "ranges", "5:eu"}),
                Arguments.of(
                        "r.bounds: 'time' is unknown",
                        new Object[] {"type", "range", "bounds", "time", "ranges", "..:eu"}),
                Arguments.of("r.nodes: names the node 'a' twice", new Object[] {"type", "ring", "nodes", "a:eu,a:us"}),
                Arguments.of("r.nodes: 'a' is not understood", new Object[] {"type", "ring", "nodes", "a"}),
                Arguments.of(
                        "r.virtual_nodes: makes more than",
                        new Object[] {"type", "ring", "nodes", "a:eu:1000", "virtual_nodes", "100000"}),
                Arguments.of("r.map: slot 999 is given to no shard", new Object[] {"type", "slots", "map", "0-998:eu"}),
                Arguments.of(
                        "r.map: slot 5 is given to 'eu' and to 'us'",
                        new Object[] {"type", "slots", "map", "0-5:eu,5-999:us"}),
                Arguments.of(
                        "r.map: 0-1000 are not slots between 0 and 999",
                        new Object[] {"type", "slots", "map", "0-1000:eu"}),
                Arguments.of("r.map: give either the map", new Object[] {"type", "slots"}),
                Arguments.of(
                        "r.refresh: 'soon' is neither",
                        new Object[] {"type", "slots", "table", "eu", "refresh", "soon"}),
                Arguments.of("r.table: is missing", new Object[] {"type", "directory"}),
                Arguments.of("r.table: names 'xx'", new Object[] {"type", "directory", "table", "xx"}),
                Arguments.of(
                        "r.writable: 'g3' is no group",
                        new Object[] {"type", "groups", "groups", "g1:..", "group.g1.shards", "eu", "writable", "g3"}),
                Arguments.of("r.group.g1.shards: is missing", new Object[] {"type", "groups", "groups", "g1:.."}));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void whatCannotWorkIsRefusedWithItsKey(String problem, Object[] settings) {
        List<String> problems = RouterFixture.problems(SHARDS, settings);
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).startsWith("virgo.router." + problem), problems::toString);
    }

    @Test
    void allProblemsOfOneRouterComeTogether() {
        assertEquals(
                List.of(
                        "virgo.router.r.hsh: unknown key; the nearest legal one is virgo.router.r.hash",
                        "virgo.router.r.hash: 'perhaps' is unknown; legal are true and false",
                        "virgo.router.r.shards: 'us:1:1' is not understood; write it as in eu:2,us:1",
                        "virgo.router.r.shards: names 'xx', which is no shard; the shards are [ap, eu, us]",
                        "virgo.router.r.shards: 'q' is no whole number between 1 and 1000"),
                RouterFixture.problems(
                        SHARDS, "type", "modulo", "hash", "perhaps", "hsh", "true", "shards", "xx,eu:q,us:1:1"));
        assertEquals(
                List.of(
                        "virgo.router.r.ranges: gap between: '..5' and '6..8'",
                        "virgo.router.r.ranges: overlap: '6..8' and '7..'"),
                RouterFixture.problems(SHARDS, "type", "range", "ranges", "..5:eu,6..8:us,7..:ap"));
        assertEquals(
                List.of(
                        "virgo.router.r.map: slot 3 is given to 'eu' and to 'us'",
                        "virgo.router.r.map: slot 5 is given to no shard",
                        "virgo.router.r.map: slots 8-9 are given to no shard"),
                RouterFixture.problems(SHARDS, "type", "slots", "slots", "10", "map", "0-3:eu,3-4:us,6-7:ap"));
    }

    @Test
    void namesThatATableCouldMixUpAreRefused() {
        Map<String, Object> settings = new HashMap<>();
        for (String name : List.of("Orders", "orders", "a b")) {
            settings.put("virgo.router." + name + ".type", "modulo");
            settings.put("virgo.router." + name + ".shards", "eu");
        }
        io.virgo.core.settings.Problems problems = new io.virgo.core.settings.Problems();
        Routers.read(settings, SHARDS, problems);
        assertEquals(
                List.of(
                        "virgo.router.a b: is no router's name: at most 60 letters, digits, '_' and '-' are legal",
                        "virgo.router.orders: differs from router 'Orders' in capitals only"),
                problems.list().stream().sorted().toList());
    }

    @Test
    void problemsOfSeveralRoutersComeTogether() {
        Map<String, Object> settings = new HashMap<>(RouterFixture.settings("type", "modulo"));
        settings.put("virgo.router.other.type", "ring");
        settings.put("virgo.router.stray", "x");
        io.virgo.core.settings.Problems problems = new io.virgo.core.settings.Problems();
        Routers.read(settings, SHARDS, problems);
        assertEquals(3, problems.list().size(), () -> problems.list().toString());
    }

    @ParameterizedTest
    @MethodSource("numeric")
    void equalNumbersRouteAlikeWhateverTheirType(Object[] settings) {
        ShardRouter router = RouterFixture.router(SHARDS, settings);
        for (long number : new long[] {-1, -1000, 0, 7, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            String expected = router.shardOf(number);
            for (Object same : List.of(
                    (int) number,
                    BigInteger.valueOf(number),
                    BigDecimal.valueOf(number),
                    BigDecimal.valueOf(number).setScale(2),
                    ShardKeys.normalise(Long.toString(number), Long.class),
                    ShardKeys.normalise(number + ".0", Integer.class))) {
                assertEquals(expected, router.shardOf(same), () -> number + " as " + same.getClass());
            }
        }
        assertEquals(router.shardOf(7L), router.shardOf((short) 7));
        assertEquals(router.shardOf(7L), router.shardOf((byte) 7));
    }

    static Stream<Arguments> numeric() {
        return Stream.of(
                Arguments.of((Object) new Object[] {"type", "modulo", "shards", "eu,us,ap"}),
                Arguments.of((Object) new Object[] {"type", "range", "ranges", "..0:eu,0..:us"}),
                Arguments.of((Object) new Object[] {"type", "ring", "nodes", "a:eu,b:us,c:ap"}),
                Arguments.of((Object) new Object[] {"type", "slots", "map", "0-499:eu,500-999:us"}),
                Arguments.of((Object) new Object[] {"type", "groups", "groups", "g:..", "group.g.shards", "eu,us,ap"}));
    }

    @Test
    void remaindersAreNeverNegative() {
        ShardRouter router = RouterFixture.router(SHARDS, "type", "slots", "map", "0-499:eu,500-999:us");
        SlotRouter slots = (SlotRouter) router;
        assertEquals(999, slots.slotOf(-1L));
        assertEquals(0, slots.slotOf(-1000L));
        assertEquals(192, slots.slotOf(Long.MIN_VALUE));
        for (Object key : List.of(
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                "polygenelubricants",
                BigInteger.TWO.pow(80).negate())) {
            int slot = slots.slotOf(key);
            assertTrue(slot >= 0 && slot < 1_000, () -> key + " in " + slot);
        }
        assertEquals("slot 999 of 1000 -> us", router.explain(-1));
    }

    @Test
    void keysThatAreNoKeysAreRefused() {
        ShardRouter router = RouterFixture.router(SHARDS, "type", "modulo", "shards", "eu");
        for (Object key : new Object[] {1.5, Double.NaN, new BigDecimal("0.1"), new Object(), List.of(1.5)}) {
            assertThrows(IllegalArgumentException.class, () -> router.shardOf(key), () -> String.valueOf(key));
        }
        assertThrows(IllegalArgumentException.class, () -> ShardKeys.normalise(null));
        assertThrows(IllegalArgumentException.class, () -> ShardKeys.normalise("x", Long.class));
        assertThrows(IllegalArgumentException.class, () -> ShardKeys.normalise("1e1000000000", Long.class));
    }

    @Test
    void aRangeHasItsLowerBoundAndNotItsUpper() {
        ShardRouter router = RouterFixture.router(SHARDS, "type", "range", "ranges", "0..10:eu,10..20:us");
        assertEquals("eu", router.shardOf(0));
        assertEquals("eu", router.shardOf(9));
        assertEquals("us", router.shardOf(10));
        assertEquals("us", router.shardOf(19));
        for (Object outside :
                List.of(-1, 20, BigInteger.TWO.pow(70), BigInteger.TWO.pow(70).negate())) {
            String text = assertThrows(UnroutableKeyException.class, () -> router.shardOf(outside))
                    .getMessage();
            assertEquals("the key is outside of all ranges, which are [0..10, 10..20]", text);
        }
        assertThrows(IllegalArgumentException.class, () -> router.shardOf("x"));
    }

    @Test
    void tenEqualNodesOfARingDifferByAtMostSixPercent() {
        StringBuilder nodes = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            names.add("s" + i);
            nodes.append(i == 0 ? "" : ",").append("node" + i).append(":s").append(i);
        }
        ShardRouter router = RouterFixture.router(
                RouterFixture.shards(names.toArray(String[]::new)), "type", "ring", "nodes", nodes.toString());
        Map<String, Integer> counts = new HashMap<>();
        SplittableRandom random = new SplittableRandom(5);
        int keys = 1_000_000;
        for (int i = 0; i < keys; i++) {
            counts.merge(router.shardOf(random.nextLong()), 1, Integer::sum);
        }
        counts.forEach((shard, count) -> assertTrue(
                Math.abs(count - keys / 10) <= keys / 10 * 0.06, () -> "seed 5: " + shard + " has " + count));
    }

    @Test
    void aRingThatGrowsMovesKeysToTheNewNodeOnlyWhateverTheOrder() {
        ShardRouter before = RouterFixture.router(SHARDS, "type", "ring", "nodes", "b:eu,c:us:2");
        for (String grown : List.of("b:eu,c:us:2,a:ap", "a:ap,c:us:2,b:eu")) {
            ShardRouter after = RouterFixture.router(SHARDS, "type", "ring", "nodes", grown);
            int moved = 0;
            for (long key = 0; key < 100_000; key++) {
                String then = before.shardOf(key);
                String now = after.shardOf(key);
                if (!then.equals(now)) {
                    assertEquals("ap", now);
                    moved++;
                }
            }
            assertTrue(moved > 22_000 && moved < 28_000, "moved " + moved + ", a quarter is right");
        }
    }

    @Test
    void doublingTheShardsOfAModuloKeepsRemainders() {
        ShardAccess four = RouterFixture.shards("a", "b", "c", "d");
        ShardRouter two = RouterFixture.router(four, "type", "modulo", "shards", "a,b");
        ShardRouter doubled = RouterFixture.router(four, "type", "modulo", "shards", "a,b,c,d");
        Map<String, Set<String>> stays = Map.of("a", Set.of("a", "c"), "b", Set.of("b", "d"));
        for (long key = -500; key < 500; key++) {
            assertTrue(stays.getOrDefault(two.shardOf(key), Set.of()).contains(doubled.shardOf(key)));
        }
    }

    @Test
    void oneShardOfAModuloCanBeSplitByNamingTheOthersAgain() {
        ShardRouter two = RouterFixture.router(SHARDS, "type", "modulo", "shards", "eu,us");
        ShardRouter split = RouterFixture.router(SHARDS, "type", "modulo", "shards", "eu,us,ap,us");
        assertEquals(List.of("eu", "us", "ap"), split.shards());
        for (long key = -500; key < 500; key++) {
            String now = split.shardOf(key);
            assertEquals(Math.floorMod(key, 4L) == 2 ? "ap" : two.shardOf(key), now);
        }
    }

    @Test
    void aRingThatLosesANodeGivesItsKeysToTheOthersAndMovesNoOther() {
        ShardRouter before = RouterFixture.router(SHARDS, "type", "ring", "nodes", "a:ap,b:eu,c:us");
        ShardRouter after = RouterFixture.router(SHARDS, "type", "ring", "nodes", "b:eu,c:us");
        Map<String, Integer> heirs = new HashMap<>();
        for (long key = 0; key < 100_000; key++) {
            String then = before.shardOf(key);
            if (then.equals("ap")) {
                heirs.merge(after.shardOf(key), 1, Integer::sum);
            } else {
                assertEquals(then, after.shardOf(key));
            }
        }
        assertEquals(Set.of("eu", "us"), heirs.keySet());
        assertTrue(Collections.min(heirs.values()) > 14_000, heirs::toString);
    }

    @Test
    void aNodeOfARingMayMoveToAnotherShardWithAllItsKeys() {
        ShardRouter before = RouterFixture.router(SHARDS, "type", "ring", "nodes", "a:eu,b:us");
        ShardRouter after = RouterFixture.router(SHARDS, "type", "ring", "nodes", "a:ap,b:us");
        for (long key = 0; key < 10_000; key++) {
            assertEquals(before.shardOf(key).equals("eu") ? "ap" : "us", after.shardOf(key));
        }
    }

    @Test
    void aRangeThatEndsAtTheSmallestLongHasOnlyNumbersBeyond() {
        ShardRouter router = RouterFixture.router(
                SHARDS, "type", "range", "ranges", "..-9223372036854775808:eu,-9223372036854775808..:us");
        assertEquals("us", router.shardOf(Long.MIN_VALUE));
        assertEquals("us", router.shardOf(BigInteger.TWO.pow(90)));
        assertEquals("eu", router.shardOf(BigInteger.TWO.pow(90).negate()));
    }

    @Test
    void explanationsTellTheWay() {
        assertEquals(
                "remainder 2 of 3 -> us",
                RouterFixture.router(SHARDS, "type", "modulo", "shards", "eu:2,us")
                        .explain(-1));
        assertEquals(
                "range 1000.. -> us",
                RouterFixture.router(SHARDS, "type", "range", "ranges", "..1000:eu,1000..:us")
                        .explain(1000));
        assertTrue(RouterFixture.router(SHARDS, "type", "ring", "nodes", "n1:eu")
                .explain("x")
                .matches("position \\d+ of 4294967296, node n1 -> eu"));
        assertEquals(
                "group g1 (..), remainder 1 of 2 -> us",
                RouterFixture.router(SHARDS, "type", "groups", "groups", "g1:..", "group.g1.shards", "eu,us")
                        .explain(7));
    }

    @Test
    void onlyTheWritableGroupTakesWhatIsNew() {
        ShardRouter router = RouterFixture.router(
                SHARDS,
                "type",
                "groups",
                "groups",
                "old:0..40000000,new:40000000..100000000",
                "group.old.shards",
                "eu,us",
                "group.new.shards",
                "ap:3,us",
                "writable",
                "new");
        assertEquals("eu", router.shardOf(39_999_998L));
        assertEquals("ap", router.shardForNew(40_000_000L));
        assertEquals("us", router.shardForNew(40_000_003L));
        assertEquals(
                "group 'old' takes nothing new; group 'new' does. Take ids from its range, or change the router's setting"
                        + " 'writable'",
                assertThrows(UnroutableKeyException.class, () -> router.shardForNew(39_999_999L))
                        .getMessage());
        assertThrows(UnroutableKeyException.class, () -> router.shardOf(100_000_000L));
    }

    /** A class that nobody can make. */
    private static final class Hidden implements ShardRouter {

        @Override
        public String shardOf(Object key) {
            return "eu";
        }

        @Override
        public List<String> shards() {
            return List.of("eu");
        }
    }

    /** An application's own router with a fault. */
    public static final class Failing implements ShardRouter {

        @Override
        public void configure(Map<String, String> settings, List<String> shards) {
            throw new NullPointerException("forgotten");
        }

        @Override
        public String shardOf(Object key) {
            return "eu";
        }

        @Override
        public List<String> shards() {
            return List.of("eu");
        }
    }

    /** An application's own router. */
    public static final class Fixed implements ShardRouter {

        private String shard = "";

        @Override
        public void configure(Map<String, String> settings, List<String> shards) {
            if (!shards.contains(settings.get("shard"))) {
                throw new IllegalArgumentException("shard: is none of " + shards);
            }
            shard = settings.get("shard");
        }

        @Override
        public String shardOf(Object key) {
            return shard;
        }

        @Override
        public List<String> shards() {
            return Collections.singletonList(shard);
        }
    }

    @Test
    void anOwnRouterIsMadeFromItsClassNameAndConfigured() {
        assertEquals(
                "us",
                RouterFixture.router(SHARDS, "type", Fixed.class.getName(), "shard", "us")
                        .shardOf(1));
        assertEquals(
                "us",
                RouterFixture.router(SHARDS, "type", new Fixed(), "shard", "us").shardOf(1));
        assertEquals(
                List.of("virgo.router.r.shard: is none of [ap, eu, us]"),
                RouterFixture.problems(SHARDS, "type", Fixed.class, "shard", "xx"));
    }

    @Test
    void anUnknownRouterIsRefusedWithTheKnownOnes() {
        Routers routers = Routers.read(
                RouterFixture.settings("type", "modulo", "shards", "eu"),
                SHARDS,
                new io.virgo.core.settings.Problems());
        assertEquals(
                "there is no router 'x'; known routers are [r]. Configure it by virgo.router.x.type",
                assertThrows(IllegalArgumentException.class, () -> routers.get("x"))
                        .getMessage());
    }
}
