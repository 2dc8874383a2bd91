package io.virgo.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {

    private static final String URL = ".hibernate.connection.url";

    private final Problems problems = new Problems();

    private ShardSettings read(Map<String, ?> all) {
        return SettingsReader.read(all, problems);
    }

    private static Map<String, Object> two(Object... more) {
        Map<String, Object> all = new HashMap<>();
        all.put("virgo.shard.a" + URL, "jdbc:h2:mem:a");
        all.put("virgo.shard.b" + URL, "jdbc:h2:mem:b");
        for (int i = 0; i < more.length; i += 2) {
            all.put(String.valueOf(more[i]), more[i + 1]);
        }
        return all;
    }

    private void assertProblem(String... parts) {
        assertTrue(
                problems.list().stream()
                        .anyMatch(problem -> List.of(parts).stream().allMatch(problem::contains)),
                () -> "none of " + problems.list() + " holds " + List.of(parts));
    }

    @Test
    void everyKeyOfTheConstantsIsAccepted() throws IllegalAccessException {
        Map<String, Object> legal = Map.ofEntries(
                Map.entry(VirgoSettings.FIND_ON_EVERY_SHARD, "true"),
                Map.entry(VirgoSettings.SHARDS, "b,a"),
                Map.entry(VirgoSettings.START, "strict"),
                Map.entry(VirgoSettings.ACQUISITION_TIMEOUT, "PT5S"),
                Map.entry(VirgoSettings.SHARD_RESOLVER, "app.Resolver"),
                Map.entry(VirgoSettings.TRANSACTION_MODE, "single"),
                Map.entry(VirgoSettings.IDS_SHARD, "a"),
                Map.entry(VirgoSettings.IDS_NODE, "7"),
                Map.entry(VirgoSettings.IDS_LEASE, "PT5S"),
                Map.entry(VirgoSettings.IDS_INDEX_PREFIX, "virgo.ids.index.a"),
                Map.entry(VirgoSettings.ROUTER_PREFIX, "virgo.router.customers.type"),
                Map.entry(VirgoSettings.LINT_PREFIX, "virgo.lint.identity-id"),
                Map.entry(VirgoSettings.SHARD_PREFIX, "virgo.shard.DEFAULT.hibernate.c3p0.max_size"),
                Map.entry(VirgoSettings.DEFAULT, "virgo.shard.DEFAULT.hibernate.connection.username"));
        for (Field field : VirgoSettings.class.getFields()) {
            if (field.getType() == String.class && Modifier.isStatic(field.getModifiers())) {
                String key = String.valueOf(field.get(null));
                Object value = legal.get(key);
                assertTrue(value != null, "add " + key + " with a legal value here");
                String full = key.startsWith("virgo.") && !key.endsWith(".") ? key : String.valueOf(value);
                read(two(full, key.equals(VirgoSettings.LINT_PREFIX) ? "off" : value));
                assertEquals(List.of(), problems.list(), key);
            }
        }
    }

    @Test
    void aShardsOwnValueWinsOverDefaultAndDefaultOverTheKeyWithoutPrefix() {
        ShardSettings settings = read(two(
                "hibernate.connection.username",
                "plain",
                "hibernate.connection.isolation",
                "2",
                "hibernate.c3p0.max_size",
                1,
                "virgo.shard.DEFAULT.hibernate.connection.username",
                "default",
                "virgo.shard.DEFAULT.hibernate.c3p0.max_size",
                2,
                "virgo.shard.a.hibernate.c3p0.max_size",
                3));
        assertEquals(3, settings.of("a").get("hibernate.c3p0.max_size"), "not only Strings are values");
        assertEquals(2, settings.of("b").get("hibernate.c3p0.max_size"));
        assertEquals("default", settings.of("a").get("hibernate.connection.username"));
        assertEquals("2", settings.of("b").get("hibernate.connection.isolation"));
    }

    @Test
    void anOwnUrlBeatsADataSourceOfDefault() {
        ShardSettings settings = read(two("virgo.shard.DEFAULT.hibernate.connection.datasource", "java:/main"));
        assertFalse(settings.of("a").containsKey("hibernate.connection.datasource"));
        assertEquals(List.of(), problems.list());
    }

    @Test
    void anOwnPoolHidesTheOneOfDefault() {
        ShardSettings settings = read(two(
                "virgo.shard.DEFAULT.hibernate.c3p0.max_size", 2, "virgo.shard.a.hibernate.hikari.maximumPoolSize", 4));
        assertNull(settings.of("a").get("hibernate.c3p0.max_size"));
        assertEquals(2, settings.of("b").get("hibernate.c3p0.max_size"));
    }

    @Test
    void aProviderThatAllShardsShareIsMadeFromEachShardsUrl() {
        String provider = "hibernate.connection.provider_class";
        ShardSettings settings = read(two(
                "virgo.shard.DEFAULT." + provider,
                "app.Pool",
                "virgo.shard.b.hibernate.hikari.maximumPoolSize",
                4,
                "virgo.shard.c.hibernate.connection.datasource",
                "java:/c"));
        assertEquals("app.Pool", settings.of("a").get(provider));
        assertEquals("jdbc:h2:mem:a", settings.of("a").get("hibernate.connection.url"));
        assertNull(settings.of("b").get(provider), "an own pool wins");
        assertNull(settings.of("c").get(provider), "an own data source wins");
    }

    @Test
    void jakartaKeysMeanTheHibernateKeys() {
        ShardSettings settings = read(Map.of(
                "virgo.shard.a.jakarta.persistence.jdbc.url", "jdbc:h2:mem:a",
                "virgo.shard.b.jakarta.persistence.jdbc.url", "jdbc:h2:mem:b",
                "virgo.shard.DEFAULT.jakarta.persistence.jdbc.user", "sa",
                "jakarta.persistence.jdbc.driver", "org.h2.Driver"));
        assertEquals(List.of(), problems.list());
        assertEquals("jdbc:h2:mem:b", settings.of("b").get("hibernate.connection.url"));
        assertEquals("sa", settings.of("b").get("hibernate.connection.username"));
        assertEquals("org.h2.Driver", settings.of("a").get("hibernate.connection.driver_class"));
    }

    @Test // A14
    void aNameThatBeginsLikeAnotherGetsNoneOfItsSettings() {
        Map<String, String> all = new HashMap<>();
        for (String name : List.of("s1", "s10", "s1_a", "s1-a")) {
            all.put("virgo.shard." + name + URL, "jdbc:h2:mem:" + name);
        }
        all.put("virgo.shard.s10.hibernate.connection.username", "ten");
        ShardSettings settings = read(all);
        assertEquals(List.of(), problems.list());
        for (String name : settings.names()) {
            assertEquals("jdbc:h2:mem:" + name, settings.of(name).get("hibernate.connection.url"));
            assertEquals(name.equals("s10") ? "ten" : null, settings.of(name).get("hibernate.connection.username"));
        }
    }

    @Test // A14
    void namesThatDifferInCaseOnlyAreRefused() {
        read(Map.of("virgo.shard.s1" + URL, "jdbc:h2:mem:1", "virgo.shard.S1" + URL, "jdbc:h2:mem:2"));
        assertProblem("'S1'", "case", "rename");
    }

    @Test
    void shardsAreOrderedByNameUnlessTheSettingSaysElse() {
        assertEquals(List.of("a", "b"), read(two()).names());
        assertEquals(
                List.of("b", "a"), read(two(VirgoSettings.SHARDS, " b , a ")).names());
        assertEquals(
                List.of("b", "a"),
                read(two(VirgoSettings.SHARDS, List.of("b", "a"))).names());
        assertEquals(List.of(), problems.list());
    }

    @Test
    void anOrderMustNameEachShardOnce() {
        read(two(VirgoSettings.SHARDS, "a,c,a"));
        assertProblem(VirgoSettings.SHARDS, "'c'", "no shard", "[a, b]");
        assertProblem(VirgoSettings.SHARDS, "'a' twice");
        assertProblem(VirgoSettings.SHARDS, "lacks shard 'b'");
    }

    @Test
    void allProblemsAreToldTogetherEachWithItsKeyAndTheNearestLegalOne() {
        read(two(
                "virgo.strat",
                "lazy",
                "virgo.shard.a.hibernat.connection.username",
                "x",
                "virgo.shard.bad.name.hibernate.connection.url",
                "jdbc:h2:mem:x",
                "virgo.shard.sp ace.hibernate.connection.url",
                "jdbc:h2:mem:x",
                "virgo.shard.default.hibernate.connection.username",
                "sa",
                "virgo.shard.c.hibernate.connection.username",
                "sa",
                VirgoSettings.START,
                "eager"));
        assertProblem("virgo.strat", "nearest", "virgo.start");
        assertProblem("virgo.shard.a.hibernat.connection.username", "virgo.shard.a.hibernate.connection.username");
        assertProblem("virgo.shard.bad.name.hibernate.connection.url", "no dot");
        assertProblem("'sp ace'", "letters, digits");
        assertProblem("'default'", "never a shard");
        assertProblem("virgo.shard.c.hibernate.connection.url", "missing", "needs a URL or a data source");
        assertProblem(VirgoSettings.START, "'eager'", "lazy and strict");
        assertEquals(7, problems.list().size(), problems.list()::toString);
    }

    @Test
    void noShardAtAllIsAProblem() {
        read(Map.of("virgo.shard.DEFAULT" + URL, "jdbc:h2:mem:a"));
        assertProblem("no shard is configured");
    }

    @Test
    void shardsThatWouldInheritOneDatabaseAreRefused() {
        read(Map.of(
                "virgo.shard.DEFAULT" + URL,
                "jdbc:h2:mem:a",
                "virgo.shard.a.hibernate.c3p0.max_size",
                "1",
                "virgo.shard.b.hibernate.c3p0.max_size",
                "1"));
        assertProblem("shards 'a' and 'b' would share one database");
    }

    @Test
    void whatDiffersBetweenTwoPoolsOnOneDatabaseDoesNotMakeItTwo() {
        read(Map.of(
                "virgo.shard.DEFAULT" + URL,
                "jdbc:h2:mem:a",
                "virgo.shard.a.hibernate.connection.pool_size",
                "3",
                "virgo.shard.b.hibernate.connection.pool_size",
                "4"));
        assertProblem("shards 'a' and 'b' would share one database");
    }

    @Test
    void aBlankUrlIsNone() {
        read(two("virgo.shard.a" + URL, "  "));
        assertProblem("virgo.shard.a" + URL, "is missing");
    }

    @Test
    void theOrderMayBeAnArray() {
        assertEquals(
                List.of("b", "a"),
                read(two("virgo.shards", new String[] {"b", "a"})).names());
        assertEquals(List.of(), problems.list());
    }

    @Test
    void aShardCannotBeMadeOfShards() {
        read(two("virgo.shard.a.hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider"));
        assertProblem("virgo.shard.a.hibernate.connection.provider_class", "cannot be made of shards");
    }

    @ParameterizedTest
    @ValueSource(strings = {"virgo.typo", "virgo.shard.x y.z", "virgo.shard.a.typo"})
    void aSystemPropertyThatNobodyMeantForVirgoDoesNotStopAStart(String key) {
        System.setProperty(key, "1");
        try {
            read(two(key, "1"));
        } finally {
            System.clearProperty(key);
        }
        assertEquals(List.of(), new ArrayList<>(problems.list()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hibernate.hbm2ddl.auto",
                "jakarta.persistence.schema-generation.database.action",
                "jakarta.persistence.sql-load-script-source"
            })
    void schemaWorkOfOneShardAloneIsRefused(String key) {
        read(two("virgo.shard.a." + key, "none", "virgo.shard.DEFAULT." + key, "none"));
        assertProblem("virgo.shard.a." + key, "schema work is the same for all shards", "without a prefix");
        assertProblem("virgo.shard.DEFAULT." + key, "schema work is the same for all shards");
    }

    @Test
    void aShardMayHaveASchemaFilterOfItsOwn() {
        String key = "hibernate.hbm2ddl.schema_filter_provider";
        ShardSettings settings = read(two("virgo.shard.a." + key, "Own", "virgo.shard.DEFAULT." + key, "Usual"));
        assertEquals(List.of(), problems.list());
        assertEquals("Own", settings.of("a").get(key));
        assertEquals("Usual", settings.of("b").get(key));
    }
}
