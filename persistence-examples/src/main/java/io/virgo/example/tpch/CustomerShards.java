package io.virgo.example.tpch;

import io.virgo.jpa.ShardResolver;
import java.util.List;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

/**
 * The rule of this example: a customer's key modulo four names the shard, and orders and line items follow their customer. Regions and
 * nations are on every shard, so the rule does not tell where one of them is. Made by Virgo, which finds it in {@code virgo.shard_resolver}.
 */
public final class CustomerShards implements ShardResolver {

    /** The shards. The rule must give equal answers for ever, so their number is fixed. */
    static final List<String> NAMES = List.of("s0", "s1", "s2", "s3");

    /** Creates the rule; called by Virgo. */
    public CustomerShards() {}

    // tag::resolver[]
    @Override
    public @Nullable String shardOf(Object entity) {
        if (entity instanceof Customer customer) {
            return shardOfCustomer(customer.getKey());
        }
        if (entity instanceof Order order) {
            return shardOfCustomer(order.getCustomer().getKey());
        }
        if (entity instanceof LineItem item && Hibernate.isInitialized(item.getOrder())) {
            return shardOf(item.getOrder());
        }
        return null;
    }

    @Override
    public @Nullable String shardOf(Class<?> type, Object id) {
        return type == Customer.class ? shardOfCustomer((Long) id) : null;
    }

    static String shardOfCustomer(long customerKey) {
        return "s" + customerKey % 4;
    }
    // end::resolver[]
}
