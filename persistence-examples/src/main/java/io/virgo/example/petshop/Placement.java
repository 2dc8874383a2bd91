package io.virgo.example.petshop;

import io.virgo.jpa.ShardedEntityManager;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many rows of each entity are on each shard. */
final class Placement {

    private static final List<String> ENTITIES =
            List.of("Category", "Product", "Supplier", "Item", "Account", "Profile", "Order", "OrderLine");

    private final Map<String, Map<String, Long>> rows = new LinkedHashMap<>();

    private Placement() {}

    static Placement of(ShardedEntityManager em) {
        Placement placement = new Placement();
        for (String entity : ENTITIES) {
            Map<String, Long> ofEntity = new LinkedHashMap<>();
            for (String shard : em.getShards()) {
                ofEntity.put(
                        shard,
                        em.onShard(
                                shard,
                                there -> there.createQuery("select count(*) from " + entity, Long.class)
                                        .getSingleResult()));
            }
            placement.rows.put(entity, ofEntity);
        }
        return placement;
    }

    void print(PrintStream out) {
        out.printf("  %-10s", "");
        rows.values().iterator().next().keySet().forEach(shard -> out.printf("%9s", shard));
        out.println();
        rows.forEach((entity, ofEntity) -> {
            out.printf("  %-10s", entity);
            ofEntity.values().forEach(count -> out.printf("%9d", count));
            out.println();
        });
    }

    /** Looks for each order by its number, and for what is where it must not be. */
    boolean isRight(List<Order> orders, ShardedEntityManager em, PrintStream out) {
        boolean right = true;
        for (Order order : orders) {
            Order found = em.find(Order.class, order.getId());
            if (found == null || found.getTotal().compareTo(order.getTotal()) != 0) {
                out.println("order " + order.getId() + " was not found again");
                right = false;
            }
        }
        for (String entity : ENTITIES) {
            boolean catalogue = ENTITIES.indexOf(entity) < 4;
            for (Map.Entry<String, Long> ofShard :
                    rows.getOrDefault(entity, Map.of()).entrySet()) {
                if (ofShard.getValue() > 0 && catalogue != "catalog".equals(ofShard.getKey())) {
                    out.println(entity + " has rows on " + ofShard.getKey());
                    right = false;
                }
            }
        }
        return right;
    }
}
