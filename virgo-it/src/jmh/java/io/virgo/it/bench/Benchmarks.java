package io.virgo.it.bench;

import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.ShardDatabases;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the JMH benchmarks, with allocation: forks of the designs alternate, round by round, on the same databases. */
public final class Benchmarks {

    private static final int ROUNDS = Integer.getInteger("rounds", 3);

    private Benchmarks() {}

    public static void main(String[] args) throws RunnerException {
        new Runner(options(SwitchBenchmark.class).build()).run();
        for (DatabaseProduct product : List.of(DatabaseProduct.H2, DatabaseProduct.POSTGRESQL)) {
            try (ShardDatabases databases = ShardDatabases.of(product, Bench.SHARD, Bench.OTHER)) {
                for (int round = 0; round < ROUNDS; round++) {
                    ChainedOptionsBuilder options = options(OperationBenchmark.class);
                    if (product != DatabaseProduct.H2) {
                        options.jvmArgsAppend(
                                "-Dbench.url=" + databases.url(Bench.SHARD),
                                "-Dbench.other=" + databases.url(Bench.OTHER),
                                "-Dbench.user=" + databases.username(),
                                "-Dbench.password=" + databases.password());
                    }
                    new Runner(options.build()).run();
                }
            }
        }
        System.exit(0);
    }

    private static ChainedOptionsBuilder options(Class<?> benchmark) {
        return new OptionsBuilder()
                .include(benchmark.getName())
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xmx1g");
    }
}
