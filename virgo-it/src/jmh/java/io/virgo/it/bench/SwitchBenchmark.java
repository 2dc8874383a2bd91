package io.virgo.it.bench;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.jpa.ShardedEntityManager;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Changing the shard, of a manager and of the thread; no statement runs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SwitchBenchmark {

    private Bench bench;
    private final Item item = new Item(-1L, "none", 0);
    private ShardedEntityManager manager;

    @Setup
    public void open() {
        bench = new Bench("jdbc:h2:mem:a", "jdbc:h2:mem:b", "sa", "");
        manager = (ShardedEntityManager) bench.open(Design.MANAGER);
    }

    @TearDown
    public void close() {
        manager.close();
        bench.close();
    }

    /** Two changes. */
    @Benchmark
    public String setCurrentShard() {
        manager.setCurrentShard(Bench.OTHER);
        manager.setCurrentShard(Bench.SHARD);
        return manager.getCurrentShard();
    }

    /** Two changes, and a call to each session. */
    @Benchmark
    public boolean setCurrentShardAndCall() {
        manager.setCurrentShard(Bench.OTHER);
        boolean one = manager.contains(item);
        manager.setCurrentShard(Bench.SHARD);
        return one | manager.contains(item);
    }

    /** One scope of the thread's key. */
    @Benchmark
    @SuppressWarnings("try")
    public String threadScope() {
        try (ShardScope scope = CurrentShard.open(Bench.SHARD)) {
            return scope.shard();
        }
    }
}
