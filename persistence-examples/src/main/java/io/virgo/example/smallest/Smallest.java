package io.virgo.example.smallest;

import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.io.PrintStream;

/** Writes a customer with the same id on each of two shards and prints what each shard holds. */
public final class Smallest {

    private Smallest() {}

    /**
     * Runs the program.
     *
     * @param args not used
     */
    public static void main(String[] args) {
        run(System.out);
    }

    static void run(PrintStream out) {
        // tag::run[]
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("shop");
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager em = ShardManager.extend(plain);
            for (String shard : em.getShards()) {
                em.setCurrentShard(shard);
                em.getTransaction().begin();
                em.persist(new Customer(1L, "customer of " + shard));
                em.getTransaction().commit();
            }
            for (String shard : em.getShards()) {
                em.setCurrentShard(shard);
                out.println(shard + " holds the " + em.find(Customer.class, 1L).getName());
            }
        }
        // end::run[]
    }
}
