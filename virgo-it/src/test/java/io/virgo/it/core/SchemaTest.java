package io.virgo.it.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.Shards;
import io.virgo.it.core.fixture.Account;
import io.virgo.it.core.fixture.Savings;
import io.virgo.it.core.fixture.Work;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.SchemaValidationException;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schema work happens on every shard. */
@ExtendWith(VirgoCheck.class)
class SchemaTest {

    private static Map<String, Object> settings(ShardDatabases databases, String auto) {
        Map<String, Object> settings = databases.settings();
        settings.put("hibernate.hbm2ddl.auto", auto);
        return settings;
    }

    @ParameterizedTest // C45, I1
    @EnumSource
    void eachSchemaVerbActsOnEveryShard(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "c")) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.open(settings(databases, "update"))) {
                databases.names().forEach(shard -> Work.write(emf, shard, shard));
                SchemaManager schema = emf.getSchemaManager();
                schema.validate();
                schema.truncate();
                assertThat(databases.names())
                        .allMatch(shard -> databases.probe(shard).count("item") == 0);
                schema.drop(false);
                assertThat(databases.names())
                        .allSatisfy(shard -> assertThatThrownBy(
                                        () -> databases.probe(shard).count("item"))
                                .isNotNull());
                schema.create(false);
                databases.names().forEach(shard -> Work.write(emf, shard, shard));
                databases
                        .names()
                        .forEach(shard -> assertThat(Work.read(emf, shard)).containsExactly(shard));
            }
            leaks.assertNothingLeft();
        }
    }

    @ParameterizedTest // C45, I1
    @EnumSource
    void validationNamesTheShardsAndWhatTheyLackAllTogether(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "c")) {
            Work.create(databases.settings()).close();
            LeakCheck leaks = LeakCheck.begin(databases);
            databases.probe("b").execute("drop table item");
            databases.probe("c").execute("alter table item drop column name");
            assertThatThrownBy(() -> Work.open(settings(databases, "validate")))
                    .hasStackTraceContaining("shard 'b': Schema validation: missing table [")
                    .hasStackTraceContaining("shard 'c': Schema validation: missing column [name]")
                    .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("shard 'a'"));
            leaks.assertNothingLeft();
            Work.open(settings(databases, "update")).close();
            Work.open(settings(databases, "validate")).close();
        }
    }

    @Test // C45
    void theSchemaManagerNamesTheShardToo() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            try (EntityManagerFactory emf = Work.create(databases.settings())) {
                databases.probe("b").execute("alter table item drop column name");
                assertThatThrownBy(() -> emf.getSchemaManager().validate())
                        .isInstanceOf(SchemaValidationException.class)
                        .hasStackTraceContaining("shard 'b'");
            }
        }
    }

    @Test
    void whatIsCreatedToBeDroppedIsGoneFromEveryShardAtTheEnd() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (EntityManagerFactory emf = Work.open(settings(databases, "create-drop"))) {
                databases.names().forEach(shard -> Work.write(emf, shard, shard));
            }
            for (String shard : databases.names()) {
                assertThatThrownBy(() -> databases.probe(shard).count("item")).hasMessageContaining("ITEM");
            }
            leaks.assertNothingLeft();
        }
    }

    @Test
    void aSchemaMadeWithoutAFactoryIsMadeOnEveryShardAndWrittenToAScriptOnce() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c")) {
            LeakCheck leaks = LeakCheck.begin(databases);
            StringWriter script = new StringWriter();
            Map<String, Object> settings = databases.settings();
            settings.put("jakarta.persistence.schema-generation.database.action", "create");
            settings.put("jakarta.persistence.schema-generation.scripts.action", "create");
            settings.put("jakarta.persistence.schema-generation.scripts.create-target", script);
            Persistence.generateSchema("core", settings);
            assertThat(databases.names())
                    .allMatch(shard -> databases.probe(shard).count("item") == 0);
            assertThat(script.toString().toLowerCase(java.util.Locale.ROOT)).containsOnlyOnce("create table item");
            leaks.assertNothingLeft();
        }
    }

    @Test
    void startUpDataIsLoadedOnEveryShard() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            Map<String, Object> settings = settings(databases, "create-only");
            settings.put("jakarta.persistence.sql-load-script-source", "core/load.sql");
            try (EntityManagerFactory emf = Work.open(settings)) {
                databases
                        .names()
                        .forEach(shard -> assertThat(Work.read(emf, shard)).containsExactly("loaded"));
                databases.names().forEach(shard -> databases.probe(shard).execute("delete from item"));
                emf.getSchemaManager().truncate();
                databases
                        .names()
                        .forEach(shard -> assertThat(Work.read(emf, shard)).containsExactly("loaded"));
            }
        }
    }

    @ParameterizedTest // C48
    @EnumSource
    void changesOfSeveralTablesWorkOnEveryShardAlsoOnOneAddedLater(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "late")) {
            Map<String, Object> settings = settings(databases, "create-only");
            settings.remove("virgo.shard.late.hibernate.connection.url");
            try (EntityManagerFactory emf = Work.open(settings, Account.class, Savings.class)) {
                Shards.of(emf).add("late", Map.of("hibernate.connection.url", databases.url("late")));
                emf.getSchemaManager().drop(false);
                emf.getSchemaManager().create(false);
                for (String shard : databases.names()) {
                    Work.run(emf, shard, em -> {
                        em.persist(new Savings(1, 10, 2));
                        em.persist(new Account(2, 20));
                    });
                    assertThat(Work.<Integer>on(
                                    emf,
                                    shard,
                                    em -> em.createQuery("update Savings s set s.balance = s.balance + 1, s.rate = 3")
                                            .executeUpdate()))
                            .isEqualTo(1);
                    assertThat(Work.<Integer>on(
                                    emf,
                                    shard,
                                    em -> em.createQuery("delete from Account a where a.balance > 10")
                                            .executeUpdate()))
                            .isEqualTo(2);
                    assertThat(databases.probe(shard).count("account")).isZero();
                }
            }
        }
    }
}
