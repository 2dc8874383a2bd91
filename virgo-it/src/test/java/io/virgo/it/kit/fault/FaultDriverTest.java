package io.virgo.it.kit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.kit.Polling;
import io.virgo.it.kit.RowProbe;
import io.virgo.it.kit.ShardDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultDriverTest {

    private static final String INSERT = "insert into book values (1)";

    private ShardDatabases databases;
    private Faults faults;
    private RowProbe probe;

    @BeforeEach
    void open() {
        databases = ShardDatabases.h2("eu", "us").withFaults();
        faults = databases.faults("eu");
        probe = databases.probe("eu");
        probe.execute("create table book (id integer)");
    }

    @AfterEach
    void close() {
        databases.close();
    }

    @Test
    void passesEverythingAndCounts() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(INSERT)).isEqualTo(1);
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class)).isNotNull();
            assertThat(connection.isWrapperFor(org.h2.jdbc.JdbcConnection.class))
                    .isTrue();
            try (var rows = statement.executeQuery("select id from book")) {
                assertThat(rows.getStatement()).isSameAs(statement);
                assertThat(rows.next()).isTrue();
            }
            assertThat(faults.open()).isEqualTo(1);
            assertThat(faults.openings())
                    .singleElement()
                    .satisfies(opening -> assertThat(opening.getStackTrace())
                            .anySatisfy(frame -> assertThat(frame.getClassName())
                                    .isEqualTo(getClass().getName())));
        }
        assertThat(faults.opened()).isEqualTo(1);
        assertThat(faults.closed()).isEqualTo(1);
        assertThat(faults.open()).isZero();
        assertThat(faults.statements()).containsExactly(INSERT, "select id from book");
        assertThat(databases.faults("us").opened()).isZero();
    }

    @Test
    void recordsPreparedAndBatches() throws SQLException {
        try (Connection connection = connect();
                var prepared = connection.prepareStatement("insert into book values (?)");
                Statement plain = connection.createStatement()) {
            for (int i = 0; i < 3; i++) {
                prepared.setInt(1, i);
                prepared.addBatch();
            }
            assertThat(prepared.executeBatch()).containsExactly(1, 1, 1);
            plain.addBatch("delete from book where id = 0");
            plain.addBatch("delete from book where id = 1");
            plain.executeBatch();
        }
        assertThat(faults.statements())
                .containsExactly(
                        "insert into book values (?)", "delete from book where id = 0; delete from book where id = 1");
    }

    @Test
    void failsAtConnect() {
        faults.at(FaultPoint.CONNECT).once().fail();
        assertThatThrownBy(this::connect).isInstanceOf(SQLException.class).hasMessageContaining("shard eu");
        assertThatCode(() -> connect().close()).doesNotThrowAnyException();
        assertThat(faults.open()).isZero();
    }

    @Test
    void failsAfterConnectWithoutLeavingAConnection() {
        faults.at(FaultPoint.CONNECT).after().fail();
        assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
        assertThat(faults.opened()).isEqualTo(1);
        assertThat(faults.open()).isZero();
        assertThat(databases.sessions()).isEmpty();
    }

    @Test
    void failsTheNthMatchingStatement() throws SQLException {
        FaultRule rule = faults.at(FaultPoint.EXECUTE)
                .matching("INTO book")
                .onCall(2)
                .once()
                .fail("23505");
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(INSERT);
            statement.executeQuery("select 1");
            assertThatThrownBy(() -> statement.executeUpdate(INSERT))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
            statement.executeUpdate(INSERT);
        }
        assertThat(rule.hits()).isEqualTo(1);
        assertThat(probe.count("book")).isEqualTo(2);
    }

    @Test
    void failsAtPrepareAndFetch() throws SQLException {
        faults.at(FaultPoint.PREPARE).matching("from author").fail();
        faults.at(FaultPoint.FETCH).onCall(2).fail("08006");
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> connection.prepareStatement("select 1 from author"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("PREPARE");
            var rows = statement.executeQuery("select * from system_range(1, 3)");
            assertThat(rows.next()).isTrue();
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class).hasMessageContaining("FETCH");
        }
    }

    @Test
    void commitFailsBeforeItTookEffect() throws SQLException {
        faults.at(FaultPoint.COMMIT).fail();
        try (Connection connection = insertUncommitted()) {
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            connection.rollback();
        }
        assertThat(probe.count("book")).isZero();
    }

    @Test
    void commitLiesAfterItTookEffect() throws SQLException {
        faults.at(FaultPoint.COMMIT).after().fail("08006");
        try (Connection connection = insertUncommitted()) {
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            connection.rollback();
        }
        assertThat(probe.count("book")).isEqualTo(1);
    }

    @Test
    void pretendedCommitCommitsNothing() throws SQLException {
        faults.at(FaultPoint.COMMIT).pretend();
        try (Connection connection = insertUncommitted()) {
            connection.commit();
            connection.rollback();
        }
        assertThat(probe.count("book")).isZero();
    }

    @Test
    void pretendingAResultIsRefused() {
        assertThatThrownBy(() -> faults.at(FaultPoint.EXECUTE).pretend()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failsAtRollbackAndSetters() throws SQLException {
        faults.at(FaultPoint.ROLLBACK).fail();
        faults.at(FaultPoint.SET_AUTO_COMMIT).matching("true").fail();
        faults.at(FaultPoint.SET_READ_ONLY).fail();
        faults.at(FaultPoint.VALIDATE).fail();
        try (Connection connection = insertUncommitted()) {
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setReadOnly(true)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.isValid(1)).isInstanceOf(SQLException.class);
            faults.clear();
            connection.rollback();
        }
    }

    @Test
    void closeFailsBeforeAndAfter() throws SQLException {
        Connection connection = connect();
        FaultRule before = faults.at(FaultPoint.CLOSE).fail();
        assertThatThrownBy(connection::close).isInstanceOf(SQLException.class);
        assertThat(connection.isClosed()).isFalse();
        assertThat(faults.open()).isEqualTo(1);
        before.remove();
        faults.at(FaultPoint.CLOSE).after().fail();
        assertThatThrownBy(connection::close).isInstanceOf(SQLException.class);
        assertThat(connection.isClosed()).isTrue();
        assertThat(faults.open()).isZero();
    }

    @Test
    void pretendedCloseLeavesTheConnectionOpen() throws SQLException {
        faults.at(FaultPoint.CLOSE).pretend();
        Connection connection = connect();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(faults.open()).isEqualTo(1);
        assertThat(databases.sessions()).hasSize(1);
        faults.closeConnections();
        assertThat(faults.open()).isZero();
        assertThat(databases.sessions()).isEmpty();
    }

    @Test
    void hangsUntilReleased() throws Exception {
        FaultRule hang = faults.at(FaultPoint.EXECUTE).hang();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            var result = CompletableFuture.supplyAsync(() -> update(statement));
            hang.awaitHit();
            assertThat(hang.held()).isEqualTo(1);
            assertThat(probe.count("book")).isZero();
            hang.release();
            assertThat(result.get()).isEqualTo(1);
            assertThat(hang.held()).isZero();
        }
    }

    @Test
    void holdsBackOnlyTheAnswer() throws Exception {
        FaultRule hang = faults.at(FaultPoint.COMMIT).after().hang();
        try (Connection connection = insertUncommitted()) {
            var result = CompletableFuture.runAsync(() -> run(connection::commit));
            hang.awaitHit();
            assertThat(probe.count("book")).isEqualTo(1);
            assertThat(result).isNotDone();
            faults.clear();
            result.get();
        }
    }

    @Test
    void waitsForTheTestsLatch() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        FaultRule rule = faults.at(FaultPoint.CONNECT).waitFor(latch);
        var connection = CompletableFuture.runAsync(() -> run(() -> connect().close()));
        rule.awaitHit();
        assertThat(connection).isNotDone();
        latch.countDown();
        connection.get();
    }

    @Test
    void delayEndsByItself() throws SQLException {
        FaultRule rule = faults.at(FaultPoint.EXECUTE).delay(Duration.ofMillis(1));
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(INSERT);
        }
        assertThat(rule.hits()).isEqualTo(1);
    }

    @Test
    void cancelAndQueryTimeoutEndAHang() throws Exception {
        FaultRule hang = faults.at(FaultPoint.EXECUTE).hang();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeUpdate(INSERT)).isInstanceOf(SQLTimeoutException.class);
            statement.setQueryTimeout(0);
            var result = CompletableFuture.runAsync(() -> run(() -> statement.executeUpdate(INSERT)));
            Polling.until("a held statement", () -> hang.held() == 1);
            statement.cancel();
            assertThatThrownBy(result::get).rootCause().isInstanceOf(SQLTimeoutException.class);
        }
    }

    @Test
    void abortEndsAHang() throws Exception {
        FaultRule hang = faults.at(FaultPoint.EXECUTE).hang();
        Connection connection = connect();
        Statement statement = connection.createStatement();
        var result = CompletableFuture.runAsync(() -> run(() -> statement.executeUpdate(INSERT)));
        hang.awaitHit();
        connection.abort(Runnable::run);
        assertThatThrownBy(result::get).rootCause().isInstanceOf(SQLException.class);
        assertThat(faults.open()).isZero();
    }

    @Test
    void interruptEndsAHang() throws Exception {
        FaultRule hang = faults.at(FaultPoint.CONNECT).hang();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        hang.awaitHit();
        thread.interrupt();
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void aPlanFollowsFromItsSeed() {
        List<FaultRule.Effect> effects = effects(FaultPlan.random(7, 0.3), "eu");
        assertThat(effects(FaultPlan.random(7, 0.3), "eu")).isEqualTo(effects);
        assertThat(effects(FaultPlan.random(8, 0.3), "eu")).isNotEqualTo(effects);
        assertThat(effects(FaultPlan.random(7, 0.3), "us")).isNotEqualTo(effects);
        assertThat(effects).contains(FaultRule.Effect.BEFORE, FaultRule.Effect.AFTER, FaultRule.Effect.NOTHING);
        assertThat(effects.stream().filter(effect -> effect != FaultRule.Effect.NOTHING))
                .hasSizeBetween(200, 400);
        assertThat(effects(FaultPlan.random(7, 0.3, FaultPoint.CONNECT), "eu")).containsOnly(FaultRule.Effect.NOTHING);
        assertThatThrownBy(() -> FaultPlan.random(7, 1.1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPlanStrikesAndTellsItsSeed() throws SQLException {
        faults.follow(FaultPlan.random(4711, 1, FaultPoint.COMMIT));
        try (Connection connection = insertUncommitted()) {
            assertThatThrownBy(connection::commit)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("FaultPlan.random(4711L, 1.0, [COMMIT])");
        }
    }

    @Test
    void closedFaultsMakeTheUrlInvalid() {
        faults.close();
        assertThatThrownBy(this::connect).isInstanceOf(SQLException.class).hasMessageContaining("closed already");
    }

    private static List<FaultRule.Effect> effects(FaultPlan plan, String shard) {
        return IntStream.range(0, 1000)
                .mapToObj(n -> plan.decide(shard, FaultPoint.COMMIT, n))
                .toList();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(databases.url("eu"), databases.username(), databases.password());
    }

    private Connection insertUncommitted() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        connection.createStatement().executeUpdate(INSERT);
        return connection;
    }

    private static int update(Statement statement) {
        try {
            return statement.executeUpdate(INSERT);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Work {
        void run() throws SQLException;
    }
}
