package io.virgo.example.tpch;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must be in the databases at the end, as the generator tells it; made without Virgo and without a database. */
final class Expected {

    /** The tables, in the order in which they are loaded. */
    static final List<String> TABLES = List.of("region", "nation", "customer", "orders", "lineitem");

    private final Map<String, Map<String, Long>> rows = new TreeMap<>();
    private final Map<String, BigDecimal> revenue = new TreeMap<>();
    private final Map<Long, String> nationOfCustomer = new HashMap<>();
    private final Map<Long, Long> customerOfOrder = new HashMap<>();

    Expected(Generator generator) {
        for (String shard : CustomerShards.NAMES) {
            rows.put(shard, new TreeMap<>());
            generator.regions().forEach(region -> count(shard, "region"));
            generator.nations().forEach(nation -> count(shard, "nation"));
        }
        Map<Long, String> nations = new HashMap<>();
        generator.nations().forEach(nation -> nations.put(nation.getNationKey(), nation.getName()));
        for (io.trino.tpch.Customer customer : generator.customers()) {
            nationOfCustomer.put(customer.getCustomerKey(), nations.get(customer.getNationKey()));
            count(CustomerShards.shardOfCustomer(customer.getCustomerKey()), "customer");
        }
        for (io.trino.tpch.Order order : generator.orders()) {
            addOrder(order.getOrderKey(), order.getCustomerKey());
        }
        for (io.trino.tpch.LineItem item : generator.lineItems()) {
            addLineItem(
                    item.getOrderKey(),
                    BigDecimal.valueOf(item.getExtendedPriceInCents() * (100 - item.getDiscountPercent()), 4));
        }
    }

    private void count(String shard, String table) {
        rows.get(shard).merge(table, 1L, Long::sum);
    }

    void addOrder(long orderKey, long customerKey) {
        customerOfOrder.put(orderKey, customerKey);
        count(CustomerShards.shardOfCustomer(customerKey), "orders");
    }

    void addLineItem(long orderKey, BigDecimal discountedPrice) {
        long customerKey = customerOfOrder.get(orderKey);
        count(CustomerShards.shardOfCustomer(customerKey), "lineitem");
        revenue.merge(nationOfCustomer.get(customerKey), discountedPrice, BigDecimal::add);
    }

    long rows(String shard, String table) {
        return rows.get(shard).getOrDefault(table, 0L);
    }

    long rows() {
        return rows.values().stream()
                .flatMap(tables -> tables.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The money for all line items, discount taken off, by the name of the customer's nation. */
    Map<String, BigDecimal> revenue() {
        return revenue;
    }
}
