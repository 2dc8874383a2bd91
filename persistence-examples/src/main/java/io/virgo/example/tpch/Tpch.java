package io.virgo.example.tpch;

import io.virgo.core.PoolFigures;
import io.virgo.core.Shards;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The data of TPC-H on four shards: makes the tables, loads the generated rows, runs some business calls, shows what lives where, and
 * checks all of it by plain JDBC.
 */
public final class Tpch {

    private static final long CUSTOMER = 7;

    private final Settings settings;
    private final PrintStream out;

    private Tpch(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Runs the program. It ends with exit code 1 if anything is not as the generator says.
     *
     * @param args the name of a properties file, and settings as {@code key=value}
     * @throws IOException if the properties cannot be read
     * @throws SQLException if the check by plain JDBC cannot be made
     */
    public static void main(String[] args) throws IOException, SQLException {
        System.exit(run(args) ? 0 : 1);
    }

    /**
     * Runs the program and leaves the JVM to its caller.
     *
     * @param args the name of a properties file, and settings as {@code key=value}
     * @return false if anything is not as the generator says
     * @throws IOException if the properties cannot be read
     * @throws SQLException if the check by plain JDBC cannot be made
     */
    public static boolean run(String... args) throws IOException, SQLException {
        return run(Settings.of(args), System.out);
    }

    static boolean run(Settings settings, PrintStream out) throws SQLException {
        return new Tpch(settings, out).run();
    }

    private boolean run() throws SQLException {
        Generator generator = new Generator(settings.scale());
        Expected expected = new Expected(generator);
        try (EntityManagerFactory factory = settings.open();
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager em = ShardManager.extend(plain);
            out.printf(
                    Locale.ROOT,
                    "Loading TPC-H, scale factor %s, on the shards %s%n",
                    settings.scale(),
                    em.getShards());
            new Loader(
                            em,
                            generator,
                            new Progress(
                                    out, Progress.onTerminal(), expected.rows().total()))
                    .load();
            Map<String, BigDecimal> revenue = doBusiness(new Shop(em), em, expected);
            boolean right = report(JdbcCheck.run(settings, expected), revenue, expected);
            showConnections(factory);
            return right;
        }
    }

    private Map<String, BigDecimal> doBusiness(Shop shop, ShardedEntityManager em, Expected expected) {
        Customer customer = shop.customer(CUSTOMER);
        out.printf(
                "%n%s of %s lives on %s and has %d orders%n",
                customer.getName(),
                customer.getNation().getName(),
                em.resolveShard(customer),
                customer.getOrders().size());

        long orderKey = Integer.MAX_VALUE;
        Map<Long, BigDecimal> parts = Map.of(1L, new BigDecimal("901.00"), 2L, new BigDecimal("902.00"));
        Order order = shop.order(orderKey, customer, parts);
        expected.addOrder(orderKey, CUSTOMER);
        parts.values().forEach(price -> expected.addLineItem(orderKey, price));
        out.printf(
                "New order %d of %s went to %s%n",
                order.getKey(), Shop.money(order.getTotalPrice()), em.resolveShard(order));

        Map<String, BigDecimal> revenue = shop.revenueByNation();
        out.printf("%nRevenue per nation, added up over all shards%n");
        revenue.forEach((nation, sum) -> out.printf("  %-16s %20s%n", nation, Shop.money(sum)));
        return revenue;
    }

    private boolean report(JdbcCheck check, Map<String, BigDecimal> revenue, Expected expected) {
        List<String> problems = new ArrayList<>(check.problems());
        if (!JdbcCheck.same(expected.revenue(), revenue)) {
            problems.add("revenue by the entity manager: expected " + expected.revenue() + ", found " + revenue);
        }
        out.printf("%nRows by table and shard%n");
        check.rows().print(out);
        if (problems.isEmpty()) {
            out.printf("%nChecked by plain JDBC: every row is there, on its shard, and the revenue is right%n");
        } else {
            out.printf("%n%d things are wrong:%n", problems.size());
            problems.forEach(problem -> out.println("  " + problem));
        }
        return problems.isEmpty();
    }

    // tag::figures[]
    private void showConnections(EntityManagerFactory factory) {
        out.printf("%nConnections%n");
        for (PoolFigures figures : Shards.of(factory).figures()) {
            out.printf(
                    "  %s: %d handed out, %d still out, %d refused%n",
                    figures.shard(), figures.acquired(), figures.active(), figures.failed());
        }
    }
    // end::figures[]
}
