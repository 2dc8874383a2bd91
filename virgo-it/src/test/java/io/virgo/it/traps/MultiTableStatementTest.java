package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HQL statements on several tables work on each shard, where Hibernate needs helper tables for them too. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class MultiTableStatementTest {

    @Entity(name = "Vehicle")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Vehicle {
        @Id
        Long id;

        String owner;
    }

    @Entity(name = "Car")
    static class Car extends Vehicle {
        int doors;
    }

    private static SessionFactoryImplementor open(ShardDatabases databases, Map<String, ?> settings) {
        return Units.open(databases, settings, Vehicle.class, Car.class);
    }

    private static int run(Session session, String hql) {
        return session.createMutationQuery(hql).executeUpdate();
    }

    private static String rows(ShardDatabases databases, String shard) {
        return databases
                .probe(shard)
                .rows("select v.id, v.owner, c.doors from Vehicle v join Car c on c.id = v.id order by v.id")
                .toString();
    }

    private static void fill(ShardDatabases databases, String shard) {
        for (int id = 1; id <= 3; id++) {
            databases.probe(shard).update("insert into Vehicle (id, owner) values (?, ?)", id, shard);
            databases.probe(shard).update("insert into Car (id, doors) values (?, ?)", id, id);
        }
    }

    /** Insert from select, update and delete on one shard; the others keep what they have. */
    private static void statementsStayOn(String shard, SessionFactoryImplementor factory, ShardDatabases databases) {
        Session session = Units.session(factory, shard);
        try (session;
                ShardScope other = CurrentShard.open(shard.equals("a") ? "b" : "a")) {
            session.beginTransaction();
            assertThat(run(
                            session,
                            "insert into Car (id, owner, doors) select id + 10, owner, doors from Car where doors > 1"))
                    .isEqualTo(2);
            assertThat(run(session, "update Car set owner = 'new', doors = doors + 5 where doors = 3"))
                    .isEqualTo(2);
            assertThat(run(session, "delete from Car where doors = 2")).isEqualTo(2);
            session.getTransaction().commit();
        }
        assertThat(rows(databases, shard)).isEqualTo("[[1, " + shard + ", 1], [3, new, 8], [13, new, 8]]");
    }

    private static String untouched(String shard) {
        return "[[1, " + shard + ", 1], [2, " + shard + ", 2], [3, " + shard + ", 3]]";
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void statementsOnSeveralTablesWorkOnEachShard(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "c");
                SessionFactoryImplementor factory = open(databases, Map.of())) {
            databases.names().forEach(shard -> fill(databases, shard));
            statementsStayOn("c", factory, databases);
            assertThat(rows(databases, "a")).isEqualTo(untouched("a"));
            assertThat(rows(databases, "b")).isEqualTo(untouched("b"));
            statementsStayOn("b", factory, databases);
            statementsStayOn("a", factory, databases);
        }
    }

    @ParameterizedTest
    @DisplayName("a shard that is added at run time, and a strict start, have the helper tables as well")
    @EnumSource(DatabaseProduct.class)
    void helperTablesAreMadeOnShardsAddedLater(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b");
                ShardDatabases more = ShardDatabases.of(product, "later");
                SessionFactoryImplementor factory = open(databases, Map.of("virgo.start", "strict"))) {
            fill(databases, "b");
            statementsStayOn("b", factory, databases);
            more.probe("later").execute("create table Vehicle (id bigint primary key, owner varchar(255))");
            more.probe("later").execute("create table Car (id bigint primary key, doors integer not null)");
            fill(more, "later");
            Shards.of(factory)
                    .add(
                            "later",
                            Map.of(
                                    "hibernate.connection.url", more.url("later"),
                                    "hibernate.connection.username", more.username(),
                                    "hibernate.connection.password", more.password()));
            statementsStayOn("later", factory, more);
            assertThat(Shards.of(factory).names()).isEqualTo(List.of("a", "b", "later"));
        }
    }

    @ParameterizedTest
    @DisplayName("a second unit finds the helper tables of the first")
    @EnumSource(DatabaseProduct.class)
    void helperTablesOfAnEarlierUnitDoNotHinder(DatabaseProduct product) {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b")) {
            open(databases, Map.of()).close();
            databases.names().forEach(shard -> fill(databases, shard));
            try (SessionFactoryImplementor factory = open(databases, Map.of("hibernate.hbm2ddl.auto", "none"))) {
                statementsStayOn("b", factory, databases);
                statementsStayOn("a", factory, databases);
            }
        }
    }
}
