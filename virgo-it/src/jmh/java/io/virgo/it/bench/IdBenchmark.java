package io.virgo.it.bench;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.ids.fixture.Entities.Many;
import io.virgo.it.ids.fixture.Entities.ManyInterleaved;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Ids for a second, with the blocks that the generators fetch by default; the database's part included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Threads(2)
@Fork(1)
public class IdBenchmark {

    private SessionFactoryImplementor factory;
    private BeforeExecutionGenerator global;
    private BeforeExecutionGenerator interleaved;

    /** Each thread's session; it holds nothing that had to be closed before the factory. */
    @State(Scope.Thread)
    public static class Caller {

        private SharedSessionContractImplementor session;

        @Setup
        @SuppressWarnings("try")
        public void open(IdBenchmark benchmark) {
            try (ShardScope scope = CurrentShard.open("main")) {
                session = benchmark.factory.openSession().unwrap(SharedSessionContractImplementor.class);
            }
        }
    }

    @Setup
    public void open() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider");
        settings.put(
                "virgo.shard.main.hibernate.connection.url",
                System.getProperty("bench.url", "jdbc:h2:mem:ids;DB_CLOSE_DELAY=-1"));
        settings.put("virgo.shard.main.hibernate.connection.username", System.getProperty("bench.user", "sa"));
        settings.put("virgo.shard.main.hibernate.connection.password", System.getProperty("bench.password", ""));
        settings.put("virgo.shard.DEFAULT.hibernate.hikari.maximumPoolSize", "10");
        settings.put("hibernate.hbm2ddl.auto", "update");
        factory = new HibernatePersistenceConfiguration("ids")
                .managedClasses(Many.class, ManyInterleaved.class)
                .properties(settings)
                .createEntityManagerFactory()
                .unwrap(SessionFactoryImplementor.class);
        global = generator(Many.class);
        interleaved = generator(ManyInterleaved.class);
    }

    private BeforeExecutionGenerator generator(Class<?> type) {
        return (BeforeExecutionGenerator)
                factory.getMappingMetamodel().getEntityDescriptor(type).getGenerator();
    }

    @TearDown
    public void close() {
        factory.close();
    }

    @Benchmark
    public Object globalSequence(Caller caller) {
        return global.generate(caller.session, null, null, EventType.INSERT);
    }

    @Benchmark
    public Object interleavedId(Caller caller) {
        return interleaved.generate(caller.session, null, null, EventType.INSERT);
    }
}
