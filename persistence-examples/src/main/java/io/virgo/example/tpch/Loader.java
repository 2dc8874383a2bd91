package io.virgo.example.tpch;

import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads the generated rows. One transaction writes on one shard, so customers and orders are gathered by shard and written a few hundred
 * at a time.
 */
final class Loader {

    private static final int ROWS_PER_TRANSACTION = 2_000;

    private final ShardedEntityManager em;
    private final Generator generator;
    private final Progress progress;
    private final Map<String, Batch> batches = new TreeMap<>();

    /** What waits to be written on one shard. */
    private static final class Batch {
        final List<Runnable> writes = new ArrayList<>();
        int rows;
    }

    Loader(ShardedEntityManager em, Generator generator, Progress progress) {
        this.em = em;
        this.generator = generator;
        this.progress = progress;
    }

    void load() {
        for (String shard : em.getShards()) {
            loadWorld(shard);
        }
        for (io.trino.tpch.Customer row : generator.customers()) {
            add(row.getCustomerKey(), 1, () -> em.persist(new Customer(row, nation(row))));
        }
        writeAll();
        loadOrders();
        writeAll();
    }

    /** Regions and nations go to every shard: the rule does not choose, so the loader does. */
    private void loadWorld(String shard) {
        em.setCurrentShard(shard);
        em.getTransaction().begin();
        for (io.trino.tpch.Region row : generator.regions()) {
            em.persist(new Region(row));
            progress.add(1);
        }
        for (io.trino.tpch.Nation row : generator.nations()) {
            em.persist(new Nation(row, em.getReference(Region.class, row.getRegionKey())));
            progress.add(1);
        }
        em.getTransaction().commit();
        em.clear();
        em.setCurrentShard(null);
    }

    private Nation nation(io.trino.tpch.Customer row) {
        String shard = CustomerShards.shardOfCustomer(row.getCustomerKey());
        return em.onShard(shard, onThatShard -> onThatShard.getReference(Nation.class, row.getNationKey()));
    }

    private void loadOrders() {
        Iterator<io.trino.tpch.LineItem> items = generator.lineItems().iterator();
        io.trino.tpch.@Nullable LineItem next = items.next();
        for (io.trino.tpch.Order row : generator.orders()) {
            List<io.trino.tpch.LineItem> ofOrder = new ArrayList<>();
            while (next != null && next.getOrderKey() == row.getOrderKey()) {
                ofOrder.add(next);
                next = items.hasNext() ? items.next() : null;
            }
            add(row.getCustomerKey(), 1 + ofOrder.size(), () -> persist(row, ofOrder));
        }
    }

    private void persist(io.trino.tpch.Order row, List<io.trino.tpch.LineItem> items) {
        Order order = new Order(row, em.getReference(Customer.class, row.getCustomerKey()));
        for (io.trino.tpch.LineItem item : items) {
            order.add(new LineItem(item, order));
        }
        em.persist(order);
    }

    private void add(long customerKey, int rows, Runnable write) {
        Batch batch = batches.computeIfAbsent(CustomerShards.shardOfCustomer(customerKey), shard -> new Batch());
        batch.writes.add(write);
        batch.rows += rows;
        if (batch.rows >= ROWS_PER_TRANSACTION) {
            write(batch);
        }
    }

    private void writeAll() {
        batches.values().forEach(this::write);
    }

    private void write(Batch batch) {
        em.getTransaction().begin();
        batch.writes.forEach(Runnable::run);
        em.getTransaction().commit();
        em.clear();
        progress.add(batch.rows);
        batch.writes.clear();
        batch.rows = 0;
    }
}
