package io.virgo.it.bench;

import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Start time in a JVM of its own, as an application meets it: one database and 100 lazy shards in turn. */
public final class FreshStart {

    private static final int ROUNDS = Integer.getInteger("rounds", 15);

    private FreshStart() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            long start = System.nanoTime();
            try (EntityManagerFactory factory =
                    args[0].equals("one") ? StartUp.plain(0) : StartUp.sharded(Integer.parseInt(args[0]))) {
                System.out.println("millis " + (System.nanoTime() - start) / 1e6 + " " + factory.isOpen());
            }
            System.exit(0);
        }
        double[] one = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            one[round] = child("one");
            ratios[round] = child("100") / one[round];
        }
        Arrays.sort(one);
        Arrays.sort(ratios);
        System.out.printf(
                "fresh JVM: one database %.0f ms; 100 shards x %.2f (%.2f to %.2f)%n",
                one[ROUNDS / 2], ratios[ROUNDS / 2], ratios[ROUNDS / 4], ratios[3 * ROUNDS / 4]);
    }

    private static double child(String argument) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FreshStart.class.getName(),
                        argument))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = process.inputReader().lines()) {
            return lines.filter(line -> line.startsWith("millis "))
                    .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
