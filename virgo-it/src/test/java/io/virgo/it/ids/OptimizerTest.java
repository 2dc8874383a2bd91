package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.virgo.core.id.ShardPooledLoOptimizer;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Optimized;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.kit.fault.FaultPoint;
import io.virgo.it.kit.fault.FaultRule;
import io.virgo.it.traps.fixture.Numbered;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Hibernate's sequences with an optimizer of their own choice. */
@ExtendWith(VirgoCheck.class)
class OptimizerTest {

    @ParameterizedTest
    @ValueSource(classes = {Optimized.PooledLo.class, Optimized.HiLo.class})
    void aHungShardHoldsUpNoOther(Class<?> type) throws Exception {
        try (ShardDatabases databases = ShardDatabases.h2("s1", "s2").withFaults();
                SessionFactoryImplementor factory = Units.open(databases, Map.of(), type)) {
            FaultRule hung = databases
                    .faults("s2")
                    .at(FaultPoint.EXECUTE)
                    .matching("(?i)next value for")
                    .hang();
            CompletableFuture<Void> stuck =
                    CompletableFuture.runAsync(() -> Units.write(factory, "s2", s -> s.persist(Numbered.create(type))));
            try {
                hung.awaitHit();
                Units.write(factory, "s1", s -> {
                    for (int i = 0; i < 12; i++) {
                        s.persist(Numbered.create(type));
                    }
                });
                assertThat(stuck).isNotDone();
            } finally {
                hung.release();
            }
            stuck.get();
            assertThat(databases.probe("s1").rows("select id from " + type.getSimpleName() + " order by id"))
                    .isEqualTo(LongStream.rangeClosed(1, 12)
                            .<List<Object>>mapToObj(List::of)
                            .toList());
        }
    }

    @Test
    void anOptimizerWithOneLockIsToldAtStartWithTheOneToNameInstead() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.virgo.core");
        log.start();
        logger.addAppender(log);
        try (ShardDatabases databases = ShardDatabases.h2("s1", "s2");
                SessionFactoryImplementor factory =
                        Units.open(databases, Map.of(), Optimized.Locked.class, Optimized.HiLo.class)) {
            assertThat(log.list.stream()
                            .map(ILoggingEvent::getFormattedMessage)
                            .filter(text -> text.contains("has one lock for all shards")))
                    .singleElement()
                    .asString()
                    .contains("Locked", "PooledLoOptimizer", ShardPooledLoOptimizer.class.getName());
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void thePreferredOptimizerIsReplacedByOneWithTheSameNumbers() {
        try (ShardDatabases databases = ShardDatabases.h2("s1", "s2");
                SessionFactoryImplementor factory = Units.open(
                        databases,
                        Map.of("hibernate.id.optimizer.pooled.preferred", "pooled-lo"),
                        Numbered.BySequence.class)) {
            SequenceStyleGenerator generator = (SequenceStyleGenerator) factory.getMappingMetamodel()
                    .getEntityDescriptor(Numbered.BySequence.class)
                    .getGenerator();
            assertThat(generator.getOptimizer()).isInstanceOf(ShardPooledLoOptimizer.class);
        }
    }
}
