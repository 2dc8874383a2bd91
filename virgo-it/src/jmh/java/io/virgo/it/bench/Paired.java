package io.virgo.it.bench;

import com.sun.management.ThreadMXBean;
import io.virgo.it.bench.Bench.Operation;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Compares the designs in one JVM in many short rounds, each of which runs every design once in random order: what else the machine does hits all of them
 * alike. Prints the median of the rounds' ratios with its 95 % interval, once by the clock and once by
 * the thread's processor time, and what was allocated.
 */
public final class Paired {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = Integer.getInteger("rounds", 200);
    private static final long ROUND_NANOS = Integer.getInteger("millis", 25) * 1_000_000L;

    private Paired() {}

    public static void main(String[] args) {
        List<DatabaseProduct> products = args.length > 0
                ? Arrays.stream(args).map(DatabaseProduct::valueOf).toList()
                : List.of(DatabaseProduct.H2, DatabaseProduct.POSTGRESQL);
        for (DatabaseProduct product : products) {
            try (ShardDatabases databases = ShardDatabases.of(product, Bench.SHARD, Bench.OTHER);
                    Bench bench = new Bench(
                            databases.url(Bench.SHARD),
                            databases.url(Bench.OTHER),
                            databases.username(),
                            databases.password())) {
                for (Operation operation : Operation.values()) {
                    compare(product + " " + operation, bench, operation);
                }
            }
        }
        System.exit(0);
    }

    private static void compare(String title, Bench bench, Operation operation) {
        Design[] designs = Design.values();
        Map<Design, double[]> wall = new EnumMap<>(Design.class);
        Map<Design, double[]> cpu = new EnumMap<>(Design.class);
        Map<Design, double[]> bytes = new EnumMap<>(Design.class);
        for (Design design : designs) {
            wall.put(design, new double[ROUNDS]);
            cpu.put(design, new double[ROUNDS]);
            bytes.put(design, new double[ROUNDS]);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int round = -ROUNDS / 4; round < ROUNDS; round++) {
            for (int i = designs.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                Design swapped = designs[i];
                designs[i] = designs[j];
                designs[j] = swapped;
            }
            for (Design design : designs) {
                double[] figures = measure(bench, operation, design);
                if (round >= 0) {
                    wall.get(design)[round] = figures[0];
                    cpu.get(design)[round] = figures[1];
                    bytes.get(design)[round] = figures[2];
                }
            }
            if (operation == Operation.PERSIST) {
                bench.trim();
            }
        }
        for (Design design : Design.values()) {
            System.out.printf(
                    "%-20s %-8s clock %7.1f us, ratio %s; cpu %7.1f us, ratio %s; %6.0f bytes%n",
                    title,
                    design,
                    median(wall.get(design)) / 1e3,
                    ratio(wall.get(design), wall.get(Design.PLAIN)),
                    median(cpu.get(design)) / 1e3,
                    ratio(cpu.get(design), cpu.get(Design.PLAIN)),
                    median(bytes.get(design)));
        }
    }

    private static double[] measure(Bench bench, Operation operation, Design design) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long now = start;
        int count = 0;
        while (now - start < ROUND_NANOS) {
            if (bench.run(operation, design) == null) {
                throw new IllegalStateException("no result");
            }
            count++;
            now = System.nanoTime();
        }
        double ran = count;
        return new double[] {
            (now - start) / ran,
            (THREADS.getCurrentThreadCpuTime() - cpu) / ran,
            (THREADS.getCurrentThreadAllocatedBytes() - bytes) / ran
        };
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The median of the paired ratios, and the ranks that hold the true median with 95 %. */
    private static String ratio(double[] values, double[] base) {
        double[] ratios = new double[values.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = values[i] / base[i];
        }
        Arrays.sort(ratios);
        int half = (int) Math.ceil(0.98 * Math.sqrt(ratios.length));
        int middle = ratios.length / 2;
        return String.format(
                "%.3f [%.3f, %.3f]",
                ratios[middle], ratios[Math.max(0, middle - half)], ratios[Math.min(ratios.length - 1, middle + half)]);
    }
}
