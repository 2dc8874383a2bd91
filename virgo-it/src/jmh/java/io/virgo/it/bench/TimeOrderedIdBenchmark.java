package io.virgo.it.bench;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.core.id.TimeOrderedId;
import io.virgo.it.kit.ShardDatabases;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
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
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Time-ordered ids out of Hibernate's generator, with a leased node number. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class TimeOrderedIdBenchmark {

    private ShardDatabases databases;
    private SessionFactory factory;
    private SharedSessionContractImplementor session;
    private BeforeExecutionGenerator generator;

    @Setup
    @SuppressWarnings("try")
    public void open() {
        databases = ShardDatabases.h2("main");
        factory = new HibernatePersistenceConfiguration("ids")
                .managedClass(Event.class)
                .properties(databases.settings())
                .property("hibernate.hbm2ddl.auto", "create")
                .createEntityManagerFactory()
                .unwrap(SessionFactory.class);
        try (ShardScope scope = CurrentShard.open("main")) {
            session = factory.openSession().unwrap(SharedSessionContractImplementor.class);
        }
        generator = (BeforeExecutionGenerator) factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(Event.class)
                .getGenerator();
    }

    @TearDown
    public void close() {
        session.close();
        factory.close();
        databases.close();
    }

    @Benchmark
    @Threads(1)
    public Object oneThread() {
        return generator.generate(session, null, null, EventType.INSERT);
    }

    @Benchmark
    @Threads(2)
    public Object twoThreads() {
        return generator.generate(session, null, null, EventType.INSERT);
    }

    @Benchmark
    @Threads(8)
    public Object eightThreads() {
        return generator.generate(session, null, null, EventType.INSERT);
    }

    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(TimeOrderedIdBenchmark.class.getName())
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }

    @Entity(name = "Event")
    static class Event {
        @Id
        @TimeOrderedId
        Long id;
    }
}
