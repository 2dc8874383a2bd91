package io.virgo.it.bench;

import io.virgo.it.bench.Bench.Operation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The operations by JMH, each with a session of its own. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OperationBenchmark {

    @Param({"PLAIN", "SESSION", "MANAGER", "SIBLING"})
    public Design design;

    private Bench bench;

    @Setup
    public void open() {
        bench = new Bench(
                System.getProperty("bench.url", "jdbc:h2:mem:a"),
                System.getProperty("bench.other", "jdbc:h2:mem:b"),
                System.getProperty("bench.user", "sa"),
                System.getProperty("bench.password", ""));
    }

    @TearDown
    public void close() {
        bench.close();
    }

    @Benchmark
    public Object find() {
        return bench.run(Operation.FIND, design);
    }

    @Benchmark
    public Object persist() {
        return bench.run(Operation.PERSIST, design);
    }

    @Benchmark
    public Object openAndFirstStatement() {
        return bench.run(Operation.OPEN, design);
    }
}
