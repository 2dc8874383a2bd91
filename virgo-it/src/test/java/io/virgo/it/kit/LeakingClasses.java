package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Test classes that leak on purpose; the build does not run them, {@link VirgoCheckTest} does. */
final class LeakingClasses {

    private LeakingClasses() {}

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    @ExtendWith(VirgoCheck.class)
    static class LeavesItsShardSet {

        private AutoCloseable scope = () -> {};

        @AfterEach
        void close() throws Exception {
            scope.close();
        }

        @Test
        void a_leaks() {
            CurrentShard.open("eu");
        }

        @Test
        void b_leaksNested() {
            CurrentShard.open("eu");
            CurrentShard.open("us");
        }

        @Test
        void c_isClean() {
            assertThat(CurrentShard.get()).isEmpty();
        }

        @Test
        void d_closesItAfterEach() {
            scope = CurrentShard.open("eu");
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @ExtendWith(VirgoCheck.class)
    static class LeavesItsShardSetAfterAll {

        @Test
        void isClean() {}

        @AfterAll
        static void leaks() {
            CurrentShard.open("eu");
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class LeavesAConnection {

        @AutoClose
        static final ShardDatabases DATABASES = ShardDatabases.postgres("eu", "us");

        @RegisterExtension
        static final VirgoCheck CHECK = VirgoCheck.watching(DATABASES);

        private static Connection left;

        @AfterAll
        static void close() throws SQLException {
            left.close();
        }

        @Test
        void a_leaks() throws SQLException {
            left = connect(DATABASES, "us");
        }

        @Test
        void b_isClean() throws SQLException {
            assertThat(DATABASES.sessions()).isEmpty();
            connect(DATABASES, "eu").close();
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class LeavesACountedConnection {

        @AutoClose
        static final ShardDatabases DATABASES = ShardDatabases.h2("eu").withFaults();

        @RegisterExtension
        final VirgoCheck check = VirgoCheck.watching(() -> DATABASES);

        @BeforeEach
        void clear() {
            DATABASES.faults("eu").clear();
        }

        @Test
        void a_leaks() throws SQLException {
            connect(DATABASES, "eu");
        }

        @Test
        void b_pretendedCloseIsALeak() throws SQLException {
            DATABASES.faults("eu").at(FaultPoint.CLOSE).pretend();
            connect(DATABASES, "eu").close();
        }

        @Test
        void c_isClean() throws SQLException {
            connect(DATABASES, "eu").close();
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class LeavesATransaction {

        @AutoClose
        static final ShardDatabases DATABASES = ShardDatabases.mariadb("eu", "us");

        @RegisterExtension
        static final VirgoCheck CHECK = VirgoCheck.watching(DATABASES).toleratingPools();

        private static Connection idle;
        private static Connection busy;

        @BeforeAll
        static void createTable() {
            DATABASES.probe("eu").execute("create table book (id integer)");
        }

        @AfterAll
        static void close() throws SQLException {
            idle.close();
            busy.close();
        }

        @Test
        void a_leavesAnIdleConnection() throws SQLException {
            idle = connect(DATABASES, "eu");
        }

        @Test
        void b_leavesATransaction() throws SQLException {
            busy = connect(DATABASES, "eu");
            busy.setAutoCommit(false);
            busy.createStatement().executeUpdate("insert into book values (1)");
        }

        @Test
        void c_isClean() throws SQLException {
            assertThat(DATABASES.sessions()).hasSize(1);
            assertThat(idle.isValid(1)).isTrue();
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class RollsBack {

        @AutoClose
        static final ShardDatabases DATABASES = ShardDatabases.h2("eu");

        @RegisterExtension
        static final VirgoCheck CHECK = VirgoCheck.watching(DATABASES);

        private EntityManagerFactory factory;

        @BeforeAll
        static void createTable() {
            DATABASES.probe("eu").execute("create table book (id integer)");
        }

        @BeforeEach
        void open() {
            factory = new PersistenceConfiguration("rolled-back")
                    .property(PersistenceConfiguration.JDBC_URL, DATABASES.url("eu"))
                    .property(PersistenceConfiguration.JDBC_USER, DATABASES.username())
                    .property(PersistenceConfiguration.JDBC_PASSWORD, DATABASES.password())
                    .createEntityManagerFactory();
        }

        @AfterEach
        void close() {
            factory.close();
        }

        @Test
        void a_inserts() {
            EntityManager em = CHECK.rolledBack(factory.createEntityManager());
            assertThat(insert(em)).isEqualTo(1);
        }

        @Test
        void b_findsNothing() {
            assertThat(DATABASES.probe("eu").count("book")).isZero();
        }

        @Test
        void c_commitsItself() {
            EntityManager em = CHECK.rolledBack(factory.createEntityManager());
            insert(em);
            em.getTransaction().commit();
            em.close();
        }

        private static int insert(EntityManager em) {
            return em.createNativeQuery("insert into book values (1)").executeUpdate();
        }
    }

    @ExtendWith(OnlyWhenAsked.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class RollsBackOnEachShard {

        @AutoClose
        static final ShardDatabases DATABASES = ShardDatabases.h2("eu", "us", "asia");

        @AutoClose
        static final EntityManagerFactory FACTORY = new PersistenceConfiguration("rolled-back-shards")
                .properties(DATABASES.settings())
                .createEntityManagerFactory();

        @RegisterExtension
        static final VirgoCheck CHECK = VirgoCheck.watching(DATABASES).toleratingPools();

        @BeforeAll
        static void createTables() {
            DATABASES.names().forEach(shard -> DATABASES.probe(shard).execute("create table book (id integer)"));
        }

        @Test
        void a_insertsOnTwo() {
            ShardedEntityManager em = CHECK.rolledBack(ShardManager.extend(FACTORY.createEntityManager()));
            for (String shard : DATABASES.names().subList(0, 2)) {
                em.setCurrentShard(shard);
                assertThat(em.createNativeQuery("insert into book values (1)").executeUpdate())
                        .isEqualTo(1);
                assertThat(em.createNativeQuery("select count(*) from book", Long.class)
                                .getSingleResult())
                        .isEqualTo(1L);
            }
        }

        @Test
        void b_findsNothingAnywhere() {
            assertThat(DATABASES.names())
                    .allMatch(shard -> DATABASES.probe(shard).count("book") == 0);
        }

        @Test
        void c_doesNotHideAScopeThatIsLeft() {
            CurrentShard.open("us");
            CHECK.rolledBack(ShardManager.extend(FACTORY.createEntityManager()));
        }
    }

    private static Connection connect(ShardDatabases databases, String shard) throws SQLException {
        return DriverManager.getConnection(databases.url(shard), databases.username(), databases.password());
    }
}
