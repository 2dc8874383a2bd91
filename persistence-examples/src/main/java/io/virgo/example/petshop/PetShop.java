package io.virgo.example.petshop;

import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Fills the shop, sells some pets, and shows what lives where. */
public final class PetShop {

    private static final List<String> CITIES = List.of("Oslo", "Lyon", "Cork");
    private static final int ACCOUNTS = 9;
    private static final int ORDERS = 12;

    private PetShop() {}

    /**
     * Runs the example.
     *
     * @param args settings as {@code key=value} that win over the shipped ones
     * @param out where to print
     * @return true if every order was found again on the shard of its number
     * @throws IOException if the shipped settings cannot be read
     */
    public static boolean run(List<String> args, PrintStream out) throws IOException {
        try (EntityManagerFactory factory = open(settings(args));
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager em = ShardManager.extend(plain);
            Shop shop = new Shop(em);
            shop.stock(catalogue());
            for (int i = 0; i < ACCOUNTS; i++) {
                shop.register(new Account("user" + i, CITIES.get(i % CITIES.size()), i % 2 == 0 ? "FISH" : "DOGS"));
            }
            List<Order> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(shop.order("user" + i % ACCOUNTS, Map.of("EST-1", 1, "EST-" + (2 + i % 3), 2)));
            }
            out.println("The catalogue, joined on its shard");
            shop.catalogue().forEach(row -> out.printf("  %-6s %-12s %-6s %-12s %4d in stock%n", row));
            out.println("Where accounts and orders went");
            Placement placement = Placement.of(em);
            placement.print(out);
            return placement.isRight(orders, em, out);
        }
    }

    static List<Object> catalogue() {
        Category fish = new Category("FISH", "Fish");
        Category dogs = new Category("DOGS", "Dogs");
        Product koi = new Product("FI-FW-01", "Koi", fish);
        Product goldfish = new Product("FI-FW-02", "Goldfish", fish);
        Product poodle = new Product("K9-PO-02", "Poodle", dogs);
        Supplier supplier = new Supplier(1, "XYZ Pets");
        return List.of(
                fish,
                dogs,
                koi,
                goldfish,
                poodle,
                supplier,
                new Item("EST-1", koi, supplier, new BigDecimal("16.50"), 100),
                new Item("EST-2", goldfish, supplier, new BigDecimal("5.50"), 100),
                new Item("EST-3", poodle, supplier, new BigDecimal("118.50"), 100),
                new Item("EST-4", koi, supplier, new BigDecimal("18.50"), 100));
    }

    static EntityManagerFactory open(Map<String, Object> settings) {
        return new PersistenceConfiguration("petshop")
                .managedClass(Category.class)
                .managedClass(Product.class)
                .managedClass(Supplier.class)
                .managedClass(Item.class)
                .managedClass(Account.class)
                .managedClass(Profile.class)
                .managedClass(Order.class)
                .managedClass(OrderLine.class)
                .managedClass(OrderLineId.class)
                .properties(settings)
                .createEntityManagerFactory();
    }

    static Map<String, Object> settings(List<String> args) throws IOException {
        Properties shipped = new Properties();
        try (InputStream in = PetShop.class.getResourceAsStream("/petshop/h2.properties")) {
            shipped.load(in);
        }
        Map<String, Object> settings = new HashMap<>();
        shipped.forEach((key, value) -> settings.put((String) key, value));
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                throw new IOException("'" + arg + "' is no key=value");
            }
            settings.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        return settings;
    }
}
