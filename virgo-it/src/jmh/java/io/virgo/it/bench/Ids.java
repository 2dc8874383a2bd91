package io.virgo.it.bench;

import io.virgo.it.kit.ShardDatabases;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmark of the id generators, with H2 in memory and with PostgreSQL. */
public final class Ids {

    private Ids() {}

    public static void main(String[] args) throws RunnerException {
        new Runner(options().build()).run();
        try (ShardDatabases databases = ShardDatabases.postgres("main")) {
            new Runner(options()
                            .jvmArgsAppend(
                                    "-Dbench.url=" + databases.url("main"),
                                    "-Dbench.user=" + databases.username(),
                                    "-Dbench.password=" + databases.password())
                            .build())
                    .run();
        }
        System.exit(0);
    }

    private static ChainedOptionsBuilder options() {
        return new OptionsBuilder()
                .include(IdBenchmark.class.getName())
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xmx1g");
    }
}
