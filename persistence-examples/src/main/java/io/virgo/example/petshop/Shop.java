package io.virgo.example.petshop;

import io.virgo.jpa.ShardedEntityManager;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Business code: no line of it chooses a shard, but for the query over the catalogue. */
final class Shop {

    private final ShardedEntityManager em;

    Shop(ShardedEntityManager em) {
        this.em = em;
    }

    void stock(List<?> catalogue) {
        inTransaction(() -> {
            catalogue.forEach(em::persist);
            return null;
        });
    }

    void register(Account account) {
        inTransaction(() -> {
            em.persist(account);
            return null;
        });
    }

    // tag::order[]
    /**
     * Takes the items from the stock, then writes the order: two shards, so two transactions. If the second fails, the items are put
     * back.
     */
    Order order(String username, Map<String, Integer> pieces) {
        Order order = new Order(username);
        inTransaction(() -> {
            pieces.forEach((itemId, number) -> {
                Item item = em.find(Item.class, itemId);
                item.take(number);
                order.add(itemId, number, item.getPrice());
            });
            return null;
        });
        try {
            return inTransaction(() -> {
                em.persist(order);
                return order;
            });
        } catch (RuntimeException e) {
            inTransaction(() -> {
                pieces.forEach((itemId, number) -> em.find(Item.class, itemId).take(-number));
                return null;
            });
            throw e;
        }
    }
    // end::order[]

    /** The tables of the catalogue are on one shard, so they can be joined. */
    List<Object[]> catalogue() {
        return em.onShard(
                "catalog",
                catalog -> catalog.createQuery(
                                "select i.id, p.name, c.name, s.name, i.stock from Item i join i.product p"
                                        + " join p.category c join i.supplier s order by i.id",
                                Object[].class)
                        .getResultList());
    }

    private <R> R inTransaction(Supplier<R> work) {
        em.getTransaction().begin();
        try {
            R result = work.get();
            em.getTransaction().commit();
            return result;
        } catch (RuntimeException e) {
            if (em.getTransaction().isActive()) {
                em.getTransaction().rollback();
            }
            throw e;
        } finally {
            em.clear();
        }
    }
}
