package io.virgo.it.bench;

import io.virgo.core.routing.Routers;
import io.virgo.core.routing.RoutingTables;
import io.virgo.core.routing.ShardAccess;
import io.virgo.core.routing.ShardDirectory;
import io.virgo.core.routing.ShardRouter;
import io.virgo.core.settings.Problems;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** From a {@code Long} to the shard's name, for each router; tables are in memory and have been read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RoutingBenchmark {

    private static final int KEYS = 4_096;
    private static final String URL = "jdbc:h2:mem:routing;DB_CLOSE_DELAY=-1";
    private static final String TEN = "a,b,c,d,e,f,g,h,i,j";

    /** The settings of the router, between semicolons. */
    @Param({
        "type=modulo;shards=" + TEN,
        "type=modulo;hash=true;shards=" + TEN,
        "type=range;ranges=..-1000:a,-1000..0:b,0..1000:c,1000..:d",
        "type=ring;nodes=0:a,1:b,2:c,3:d,4:e,5:f,6:g,7:h,8:i,9:j",
        "type=slots;map=0-499:a,500-999:b",
        "type=slots;table=a",
        "type=slots;table=a;refresh=PT1H",
        "type=directory;table=a",
        "type=groups;groups=old:..0,new:0..;group.old.shards=a:3,b;group.new.shards=c,d"
    })
    public String settings;

    private final Long[] keys = new Long[KEYS];
    private ShardRouter router;
    private int next;

    @Setup
    public void open() throws SQLException {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < KEYS; i++) {
            keys[i] = random.nextLong();
        }
        try (Connection connection = DriverManager.getConnection(URL);
                var statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute(RoutingTables.SLOTS);
            statement.execute(RoutingTables.DIRECTORY);
            statement.execute("insert into virgo_slots values ('r', 0, 499, 'a', 1), ('r', 500, 999, 'b', 1)");
        }
        Map<String, Object> all = new HashMap<>();
        for (String setting : settings.split(";")) {
            int equals = setting.indexOf('=');
            all.put("virgo.router.r." + setting.substring(0, equals), setting.substring(equals + 1));
        }
        Problems problems = new Problems();
        router = Routers.read(all, new InMemory(), problems).get("r");
        if (router instanceof ShardDirectory directory) {
            for (Long key : keys) {
                directory.put(key, "a");
                directory.shardOf(key);
            }
        }
    }

    @TearDown
    public void close() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                var statement = connection.createStatement()) {
            statement.execute("shutdown");
        }
    }

    private static final class InMemory implements ShardAccess {

        @Override
        public List<String> shards() {
            return List.of(TEN.split(","));
        }

        @Override
        public Connection connection(String shard) throws SQLException {
            return DriverManager.getConnection(URL);
        }
    }

    /** One key. */
    @Benchmark
    public String route() {
        next = (next + 1) & (KEYS - 1);
        return router.shardOf(keys[next]);
    }

    /** Runs this alone. */
    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(RoutingBenchmark.class.getName())
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend("-Xmx1g")
                        .build())
                .run();
    }
}
