package io.virgo.example.tpch;

import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Business code that knows customers, orders and nations, and hardly anything of shards. */
final class Shop {

    private final ShardedEntityManager em;

    Shop(ShardedEntityManager em) {
        this.em = em;
    }

    // tag::find[]
    /** The customer is looked for on one shard only, that of the key; the orders are loaded when they are asked for. */
    Customer customer(long key) {
        return em.find(Customer.class, key);
    }
    // end::find[]

    // tag::order[]
    /** Customer, order and lines are on one shard, so that one local transaction is enough. */
    Order order(long orderKey, Customer customer, Map<Long, BigDecimal> pricesOfParts) {
        em.getTransaction().begin();
        try {
            Order order = new Order(orderKey, customer, LocalDate.of(1998, 8, 3));
            pricesOfParts.forEach((part, price) -> {
                order.add(new LineItem(order, order.getLineItems().size() + 1, part, 1, price));
                order.addPrice(price);
            });
            em.persist(order);
            em.getTransaction().commit();
            return order;
        } catch (RuntimeException e) {
            if (em.getTransaction().isActive()) {
                em.getTransaction().rollback();
            }
            throw e;
        }
    }
    // end::order[]

    // tag::revenue[]
    /** Each shard adds up its own customers' line items; the sums of the shards are added up here. */
    Map<String, BigDecimal> revenueByNation() {
        Map<String, BigDecimal> revenue = new TreeMap<>();
        for (String shard : em.getShards()) {
            for (Object[] row : em.onShard(shard, Shop::revenueOfOneShard)) {
                revenue.merge((String) row[0], (BigDecimal) row[1], BigDecimal::add);
            }
        }
        return revenue;
    }

    private static List<Object[]> revenueOfOneShard(EntityManager shard) {
        return shard.createQuery(
                        "select n.name, sum(l.extendedPrice * (1 - l.discount))"
                                + " from LineItem l join l.order o join o.customer c join c.nation n group by n.name",
                        Object[].class)
                .getResultList();
    }
    // end::revenue[]

    static String money(BigDecimal amount) {
        return String.format(java.util.Locale.ROOT, "%,.2f", amount.setScale(2, RoundingMode.HALF_UP));
    }
}
