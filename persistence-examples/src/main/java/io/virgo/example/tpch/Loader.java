package io.virgo.example.tpch;

import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Loads the generated rows. One transaction writes on one shard, so customers and orders are gathered by shard and written a few hundred
 * at a time.
 */
final class Loader {

    private static final int ROWS_PER_TRANSACTION = 2_000;

    private final ShardedEntityManager em;
    private final Generator generator;
    private final Progress progress;
    private final Map<String, List<Runnable>> waiting = new HashMap<>();
    private final Map<String, Long> waitingRows = new HashMap<>();

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
        Map<Long, Region> regions = new HashMap<>();
        for (io.trino.tpch.Region row : generator.regions()) {
            Region region = new Region(row);
            regions.put(region.getKey(), region);
            em.persist(region);
            progress.add(1);
        }
        for (io.trino.tpch.Nation row : generator.nations()) {
            em.persist(new Nation(row, regions.get(row.getRegionKey())));
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
        io.trino.tpch.LineItem next = items.next();
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
        String shard = CustomerShards.shardOfCustomer(customerKey);
        waiting.computeIfAbsent(shard, s -> new ArrayList<>()).add(write);
        if (waitingRows.merge(shard, (long) rows, Long::sum) >= ROWS_PER_TRANSACTION) {
            write(shard);
        }
    }

    private void writeAll() {
        List.copyOf(waiting.keySet()).forEach(this::write);
    }

    private void write(String shard) {
        em.getTransaction().begin();
        waiting.remove(shard).forEach(Runnable::run);
        em.getTransaction().commit();
        em.clear();
        progress.add(waitingRows.remove(shard));
    }
}
