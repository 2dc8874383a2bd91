package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.kit.fault.FaultPoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class ProxiedDatabasesContract {

    private final DatabaseProduct product;
    private ShardDatabases databases;

    ProxiedDatabasesContract(DatabaseProduct product) {
        this.product = product;
    }

    @BeforeEach
    void open() {
        databases = ShardDatabases.of(product, "eu", "us").behindProxies().withFaults();
        databases.probe("eu").execute("create table book (id integer)");
    }

    @AfterEach
    void close() {
        databases.close();
    }

    @Test
    void aShardOfItsOwnIsRefusedAndComesBack() throws SQLException {
        databases.proxy("eu").refuse();
        assertThatThrownBy(() -> connect("eu")).isInstanceOf(SQLException.class);
        connect("us").close();
        assertThat(databases.probe("eu").count("book")).isZero();
        databases.proxy("eu").resume();
        connect("eu").close();
        assertThat(databases.faults("eu").calls(FaultPoint.CONNECT)).isEqualTo(2);
    }

    @Test
    void commitTakesEffectThoughItsAnswerIsSwallowed() throws Exception {
        Connection connection = connect("eu");
        connection.setAutoCommit(false);
        connection.createStatement().executeUpdate("insert into book values (1)");
        databases.proxy("eu").swallowAnswers();
        var commit = CompletableFuture.runAsync(() -> {
            try {
                connection.commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        Polling.until("the commit took effect", () -> databases.probe("eu").count("book") == 1);
        assertThat(commit).isNotDone();
        databases.proxy("eu").resume();
        assertThatThrownBy(commit::get).rootCause().isInstanceOf(java.io.IOException.class);
    }

    @Test
    void faultsAfterProxiesOnly() {
        assertThatThrownBy(() -> databases.behindProxies()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> databases.withFaults()).isInstanceOf(IllegalStateException.class);
    }

    private Connection connect(String shard) throws SQLException {
        return DriverManager.getConnection(databases.url(shard), databases.username(), databases.password());
    }
}
