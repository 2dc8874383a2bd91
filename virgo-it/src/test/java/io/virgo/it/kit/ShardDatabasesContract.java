package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class ShardDatabasesContract {

    private final DatabaseProduct product;
    private ShardDatabases databases;

    ShardDatabasesContract(DatabaseProduct product) {
        this.product = product;
    }

    @BeforeEach
    void open() {
        databases = ShardDatabases.of(product, "eu", "us-1");
    }

    @AfterEach
    void close() {
        databases.close();
    }

    @Test
    void eachShardIsADatabaseOfItsOwn() {
        databases.whoami();
        for (String name : databases.names()) {
            assertThat(databases.probe(name).rows("select name from whoami")).containsExactly(List.of(name));
        }
    }

    @Test
    void urlWorksForAnApplication() throws Exception {
        databases.whoami();
        try (Connection connection =
                        DriverManager.getConnection(databases.url("eu"), databases.username(), databases.password());
                var result = connection.createStatement().executeQuery("select name from whoami")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).isEqualTo("eu");
        }
    }

    @Test
    void settingsNameTheProviderAndEveryShard() {
        assertThat(databases.settings())
                .containsEntry("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider")
                .containsEntry("virgo.shard.eu.hibernate.connection.url", databases.url("eu"))
                .containsEntry("virgo.shard.us-1.hibernate.connection.url", databases.url("us-1"))
                .containsEntry("virgo.shard.DEFAULT.hibernate.connection.username", databases.username())
                .containsEntry("virgo.shard.DEFAULT.hibernate.connection.password", databases.password());
    }

    @Test
    void probeReadsCountsAndChanges() {
        RowProbe eu = databases.probe("eu");
        eu.execute("create table book (id integer primary key, title varchar(50))");
        assertThat(eu.update("insert into book values (?, ?), (?, ?)", 1, "Emma", 2, null))
                .isEqualTo(2);
        assertThat(eu.count("book")).isEqualTo(2);
        assertThat(eu.count("book", "title = ?", "Emma")).isEqualTo(1);
        assertThat(eu.single("select title from book where id = ?", String.class, 1))
                .isEqualTo("Emma");
        assertThat(eu.single("select title from book where id = ?", String.class, 2))
                .isNull();
        assertThat(eu.rows("select id, title from book order by id"))
                .containsExactly(Arrays.asList(1, "Emma"), Arrays.asList(2, null));
        assertThatThrownBy(() -> eu.single("select title from book", String.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shard eu")
                .hasMessageContaining("found 2");
    }

    @Test
    void unknownShardIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> databases.url("asia"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[eu, us-1]");
    }

    @Test
    void sessionsAreListedWithTheirShardAndCanBeKilled() throws Exception {
        assertThat(databases.sessions()).isEmpty();
        databases.probe("us-1").execute("create table book (id integer)");
        try (Connection connection = databases.dataSource("us-1").getConnection()) {
            assertThat(databases.sessions()).singleElement().satisfies(session -> {
                assertThat(session.shard()).isEqualTo("us-1");
                assertThat(session.busy()).isFalse();
            });
            connection.setAutoCommit(false);
            connection.createStatement().execute("insert into book values (1)");
            Polling.until("a busy session", () -> databases.sessions().stream().anyMatch(OpenSession::busy));
            databases.sessions().forEach(databases::kill);
            Polling.until("no session", () -> databases.sessions().isEmpty());
            assertThatThrownBy(connection::commit).isInstanceOf(java.sql.SQLException.class);
        }
        assertThat(databases.probe("us-1").count("book")).isZero();
    }

    @Test
    void preparedBranchIsCommittedOnEveryShard() throws Exception {
        for (String name : databases.names()) {
            databases.probe(name).execute("create table book (id integer)");
            XAConnection xa = databases.xaDataSource(name).getXAConnection();
            try (Connection connection = xa.getConnection()) {
                XAResource resource = xa.getXAResource();
                Xid branch = new TestXid(name);
                resource.start(branch, XAResource.TMNOFLAGS);
                connection.createStatement().execute("insert into book values (1)");
                resource.end(branch, XAResource.TMSUCCESS);
                assertThat(resource.prepare(branch)).isEqualTo(XAResource.XA_OK);
                assertThat(databases.probe(name).count("book")).isZero();
                resource.commit(branch, false);
            } finally {
                xa.close();
            }
            assertThat(databases.probe(name).count("book")).isEqualTo(1);
        }
    }

    @Test
    void closeDropsTheDatabasesInSpiteOfAnOpenConnection() throws Exception {
        Connection left = databases.dataSource("eu").getConnection();
        left.setAutoCommit(false);
        databases.close();
        databases.close();
        assertThatThrownBy(() -> left.createStatement().execute("select 1")).isInstanceOf(java.sql.SQLException.class);
        if (product.networked()) {
            assertThatThrownBy(() -> databases.probe("eu").execute("select 1"))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
