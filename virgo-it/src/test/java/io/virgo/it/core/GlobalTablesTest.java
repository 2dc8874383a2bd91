package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.core.fixture.Account;
import io.virgo.it.core.fixture.Item;
import io.virgo.it.core.fixture.TablesOf;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SchemaManager;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that only some shards have. */
@ExtendWith(VirgoCheck.class)
class GlobalTablesTest {

    private static final String FILTER = "hibernate.hbm2ddl.schema_filter_provider";

    private static Map<String, Object> settings(ShardDatabases databases, String auto) {
        Map<String, Object> settings = databases.settings();
        settings.put("hibernate.hbm2ddl.auto", auto);
        settings.put("hibernate.hbm2ddl.halt_on_error", "true");
        settings.put("virgo.shard.main." + FILTER, TablesOf.Main.class.getName());
        settings.put("virgo.shard.DEFAULT." + FILTER, new TablesOf.Others());
        return settings;
    }

    private static EntityManagerFactory open(Map<String, Object> settings) {
        return Work.open(settings, Item.class, Account.class);
    }

    private static void assertApart(ShardDatabases databases) {
        for (String shard : databases.names()) {
            String own = shard.equals("main") ? "item" : "account";
            String foreign = shard.equals("main") ? "account" : "item";
            assertThat(databases.probe(shard).count(own)).isZero();
            assertThatThrownBy(() -> databases.probe(shard).count(foreign)).isNotNull();
        }
    }

    @ParameterizedTest // C47
    @ValueSource(strings = {"create-only", "update", "drop-and-create"})
    void eachShardGetsTheTablesOfItsFilterOnly(String action) throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "main", "us")) {
            String auto = action.equals("drop-and-create") ? "create" : action;
            try (EntityManagerFactory emf = open(settings(databases, auto))) {
                assertApart(databases);
                SchemaManager schema = emf.getSchemaManager();
                schema.validate();
                Work.write(emf, "main", "global");
                Work.run(emf, "eu", em -> em.persist(new Account(1, 1)));
                schema.truncate();
                assertApart(databases);
                schema.drop(false);
                schema.create(false);
                assertApart(databases);
            }
            open(settings(databases, "validate")).close();
            databases.probe("main").execute("drop table item");
            databases.probe("us").execute("drop table account");
            assertThatThrownBy(() -> open(settings(databases, "validate")))
                    .hasStackTraceContaining("shard 'main': Schema validation: missing table [item]")
                    .hasStackTraceContaining("shard 'us': Schema validation: missing table [account]")
                    .hasStackTraceContaining("done on [eu], failed on [main, us]");
        }
    }

    @Test // C47
    void whatIsDroppedAtTheEndIsWhatWasMade() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "main")) {
            databases.probe("main").execute("create table account (kept int)");
            open(settings(databases, "create-drop")).close();
            assertThat(databases.probe("main").count("account")).isZero();
            assertThatThrownBy(() -> databases.probe("main").count("item")).isNotNull();
            assertThatThrownBy(() -> databases.probe("eu").count("account")).isNotNull();
        }
    }

    @Test // C47
    void scriptsAreExportedApartByOneRunForEachFilter() {
        try (ShardDatabases databases = ShardDatabases.h2("eu", "main")) {
            assertThat(script(databases, TablesOf.Main.class))
                    .contains("create table item", "create sequence item_seq")
                    .doesNotContain("account");
            assertThat(script(databases, TablesOf.Others.class))
                    .contains("create table account")
                    .doesNotContain("item");
            for (String shard : databases.names()) {
                for (String table : List.of("item", "account")) {
                    assertThatThrownBy(() -> databases.probe(shard).count(table))
                            .isNotNull();
                }
            }
        }
    }

    private static String script(ShardDatabases databases, Class<? extends TablesOf> filter) {
        Map<String, Object> settings = settings(databases, "none");
        StringWriter script = new StringWriter();
        settings.put(FILTER, filter);
        settings.put("jakarta.persistence.schema-generation.scripts.action", "create");
        settings.put("jakarta.persistence.schema-generation.scripts.create-target", script);
        open(settings).close();
        return script.toString().toLowerCase(Locale.ROOT);
    }
}
