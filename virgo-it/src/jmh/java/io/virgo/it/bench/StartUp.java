package io.virgo.it.bench;

import io.virgo.core.ShardConnectionProvider;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Start time and heap: one sharded factory with lazy pools, against one plain factory for one database, against one plain factory per shard. */
public final class StartUp {

    private static final int ROUNDS = Integer.getInteger("rounds", 15);
    /** A factory per shard takes a hundred times as long and needs few rounds. */
    private static final int ROUNDS_OF_EACH = 3;

    private StartUp() {}

    public static void main(String[] args) {
        for (int shards : new int[] {1, 10, 100}) {
            double[] one = new double[ROUNDS];
            double[] sharded = new double[ROUNDS];
            double[] each = new double[Math.min(ROUNDS, ROUNDS_OF_EACH)];
            long[] heap = new long[3];
            for (int round = -5; round < ROUNDS; round++) {
                double time = start(1, false, heap, 0);
                double timeOfVirgo = start(shards, true, heap, 1);
                if (round >= 0) {
                    one[round] = time;
                    sharded[round] = timeOfVirgo / time;
                }
                if (round >= 0 && round < each.length) {
                    each[round] = start(shards, false, heap, 2) / time;
                }
            }
            System.out.printf(
                    "%3d shards: one database %.0f ms, %d KB; Virgo x %.2f, %d KB; a factory per shard x %.2f, %d KB%n",
                    shards, median(one), heap[0] / 1024, median(sharded), heap[1] / 1024, median(each), heap[2] / 1024);
        }
        System.exit(0);
    }

    private static double start(int count, boolean sharded, long[] heap, int slot) {
        long before = used();
        long start = System.nanoTime();
        List<EntityManagerFactory> factories = new ArrayList<>();
        if (sharded) {
            factories.add(sharded(count));
        } else {
            for (int i = 0; i < count; i++) {
                factories.add(plain(i));
            }
        }
        double millis = (System.nanoTime() - start) / 1e6;
        heap[slot] = used() - before;
        factories.forEach(EntityManagerFactory::close);
        return millis;
    }

    static EntityManagerFactory plain(int number) {
        return factory(Map.of(
                "hibernate.connection.url", url(number),
                "hibernate.hikari.maximumPoolSize", "2",
                "hibernate.hikari.minimumIdle", "1",
                "hibernate.connection.username", "sa"));
    }

    static EntityManagerFactory sharded(int count) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.provider_class", ShardConnectionProvider.class);
        settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "2");
        settings.put("virgo.shard.DEFAULT.hibernate.hikari.minimumIdle", "1");
        settings.put("virgo.shard.DEFAULT.hibernate.connection.username", "sa");
        for (int i = 0; i < count; i++) {
            settings.put("virgo.shard.s" + i + ".hibernate.connection.url", url(i));
        }
        return factory(settings);
    }

    private static EntityManagerFactory factory(Map<String, Object> settings) {
        return new PersistenceConfiguration("start")
                .properties(settings)
                .managedClass(Item.class)
                .createEntityManagerFactory();
    }

    private static String url(int i) {
        return "jdbc:h2:mem:start" + i;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
