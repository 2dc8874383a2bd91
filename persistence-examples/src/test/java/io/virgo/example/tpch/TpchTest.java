package io.virgo.example.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.WrongShardException;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TpchTest {

    private static final double TINY = 0.001;

    /** The properties file of the product, with the addresses of the test's databases in place of those in the file. */
    private static Settings settings(ShardDatabases databases) throws IOException {
        String file = databases.product().name().toLowerCase(Locale.ROOT) + ".properties";
        Map<String, Object> persistence = new TreeMap<>(Settings.of(file).persistence());
        persistence.putAll(databases.settings());
        return new Settings(TINY, persistence);
    }

    private static ShardDatabases databases(DatabaseProduct product) {
        return ShardDatabases.of(product, CustomerShards.NAMES.toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void loadsSellsAndFindsEverythingRightOnEveryProduct(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = databases(product)) {
            LeakCheck leaks = LeakCheck.begin(databases);
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            boolean right = Tpch.run(settings(databases), new PrintStream(printed, true, StandardCharsets.UTF_8));

            String text = printed.toString(StandardCharsets.UTF_8);
            assertThat(right).as(text).isTrue();
            assertThat(text)
                    .contains("Loading TPC-H, scale factor 0.001, on the shards [s0, s1, s2, s3]")
                    .contains("New order 2147483647 of 1,803.00 went to s3")
                    .contains("every row is there, on its shard, and the revenue is right");
            assertThat(text.lines()).anyMatch(line -> line.startsWith("100 %  "));
            assertThat(databases.probe("s3").count("orders", "o_orderkey = 2147483647"))
                    .isEqualTo(1);
            leaks.assertNothingLeft();
        }
    }

    @Test
    void reportsRowsThatAreTooManyOrOnTheWrongShard() throws Exception {
        try (ShardDatabases databases = databases(DatabaseProduct.H2)) {
            Settings settings = settings(databases);
            Generator generator = new Generator(TINY);
            Expected expected = new Expected(generator);
            load(settings, generator);
            assertThat(JdbcCheck.run(settings, expected).problems()).isEmpty();

            databases
                    .probe("s0")
                    .update("insert into customer (c_custkey, c_name, c_nationkey) values (?, ?, ?)", 999_999, "x", 1);
            databases
                    .probe("s1")
                    .update("delete from lineitem where l_orderkey in (select min(l_orderkey) from lineitem)");
            assertThat(JdbcCheck.run(settings, expected).problems())
                    .anySatisfy(text -> assertThat(text).startsWith("s0.customer: expected"))
                    .anySatisfy(text -> assertThat(text).isEqualTo("s0.customer: 1 rows belong to another shard"))
                    .anySatisfy(text -> assertThat(text).startsWith("s1.lineitem: expected"))
                    .anySatisfy(text -> assertThat(text).startsWith("revenue per nation: expected"));
        }
    }

    @Test
    void refusesAnOrderOnAShardThatIsNotItsCustomers() throws Exception {
        try (ShardDatabases databases = databases(DatabaseProduct.H2)) {
            try (EntityManagerFactory factory = settings(databases).open();
                    EntityManager plain = factory.createEntityManager()) {
                ShardedEntityManager em = ShardManager.extend(plain);
                Customer proxy = em.getReference(Customer.class, 7L);
                Order order = new Order(1_000_000, proxy, LocalDate.EPOCH);
                assertThat(em.resolveShard(order)).isEqualTo("s3");
                assertThat(factory.getPersistenceUnitUtil().isLoaded(proxy)).isFalse();
                em.setCurrentShard("s0");
                assertThatThrownBy(() -> em.persist(order))
                        .isInstanceOf(WrongShardException.class)
                        .hasMessageContaining("it belongs to shard 's3' and was used on shard 's0'");
            }
        }
    }

    private static void load(Settings settings, Generator generator) {
        try (EntityManagerFactory factory = settings.open();
                EntityManager plain = factory.createEntityManager()) {
            Progress silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), false, 1);
            new Loader(ShardManager.extend(plain), generator, silent).load();
        }
    }

    @Test
    void singleSettingsWinOverTheFile() throws IOException, SQLException {
        Settings settings =
                Settings.of("tpch.scale=0.5", "h2.properties", "virgo.shard.s1.hibernate.connection.username=u");
        assertThat(settings.scale()).isEqualTo(0.5);
        assertThat(settings.of("s1", "hibernate.connection.username")).isEqualTo("u");
        assertThat(settings.of("s2", "hibernate.connection.username")).isEqualTo("sa");
    }

    @Test
    void namesThePropertiesFilesThatItHas() {
        assertThatThrownBy(() -> Settings.of("oracle.properties"))
                .hasMessage("no file oracle.properties, and no such one of h2, postgresql and mariadb.properties");
        assertThat(List.of("h2", "postgresql", "mariadb"))
                .allSatisfy(name ->
                        assertThat(Settings.of(name + ".properties").scale()).isEqualTo(0.01));
    }
}
