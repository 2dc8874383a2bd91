package io.virgo.example.tpch;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What must be in the databases at the end, as the generator tells it; made without Virgo and without a database. */
final class Expected {

    private final RowCounts rows = new RowCounts();
    private final Map<String, BigDecimal> revenue = new TreeMap<>();
    private final Map<Long, String> nationOfCustomer = new HashMap<>();
    private final Map<Long, Long> customerOfOrder = new HashMap<>();

    Expected(Generator generator) {
        Map<Long, String> nations = new HashMap<>();
        for (String shard : CustomerShards.NAMES) {
            generator.regions().forEach(region -> rows.add(shard, "region", 1));
            generator.nations().forEach(nation -> {
                rows.add(shard, "nation", 1);
                nations.put(nation.getNationKey(), nation.getName());
            });
        }
        generator.customers().forEach(customer -> {
            nationOfCustomer.put(
                    customer.getCustomerKey(), Objects.requireNonNull(nations.get(customer.getNationKey())));
            rows.add(CustomerShards.shardOfCustomer(customer.getCustomerKey()), "customer", 1);
        });
        generator.orders().forEach(order -> addOrder(order.getOrderKey(), order.getCustomerKey()));
        generator
                .lineItems()
                .forEach(item -> addLineItem(
                        item.getOrderKey(),
                        BigDecimal.valueOf(item.getExtendedPriceInCents() * (100 - item.getDiscountPercent()), 4)));
    }

    void addOrder(long orderKey, long customerKey) {
        customerOfOrder.put(orderKey, customerKey);
        rows.add(CustomerShards.shardOfCustomer(customerKey), "orders", 1);
    }

    void addLineItem(long orderKey, BigDecimal discountedPrice) {
        Long customerKey = Objects.requireNonNull(customerOfOrder.get(orderKey));
        rows.add(CustomerShards.shardOfCustomer(customerKey), "lineitem", 1);
        String nation = Objects.requireNonNull(nationOfCustomer.get(customerKey));
        revenue.merge(nation, discountedPrice, BigDecimal::add);
    }

    RowCounts rows() {
        return rows;
    }

    /** The money for all line items, discount taken off, by the name of the customer's nation. */
    Map<String, BigDecimal> revenue() {
        return revenue;
    }
}
