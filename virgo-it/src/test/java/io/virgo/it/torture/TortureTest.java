package io.virgo.it.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.fault.FaultPlan;
import io.virgo.it.kit.fault.FaultPoint;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks Virgo: three fifths of the operations with databases that work, two fifths with databases that fail. {@code -Dvirgo.torture.operations=1000000} and {@code -Dvirgo.torture.seed=42} make it longer and choose the way; the seed is logged and stands
 * in every failure.
 */
@Timeout(7200)
class TortureTest {

    private static final Logger LOG = LoggerFactory.getLogger(TortureTest.class);
    private static final int OPERATIONS = Integer.getInteger("virgo.torture.operations", 100_000);
    private static final long SEED = Long.getLong("virgo.torture.seed", new SplittableRandom().nextLong(1_000_000_000));

    private static final Quiet QUIET = new Quiet();

    @BeforeAll
    static void silenceTheExpected() {
        QUIET.begin();
    }

    @AfterAll
    static void hearAgain() {
        QUIET.close();
    }

    @Test
    void nothingEverLandsOnOrComesFromAnotherShard() throws Exception {
        try (ShardDatabases databases = Databases.create(false)) {
            walk(databases, false, OPERATIONS / 5 * 3);
        }
    }

    @Test
    void nothingEverLandsOnOrComesFromAnotherShardWhileDatabasesFailAndLie() throws Exception {
        try (ShardDatabases databases = Databases.create(true)) {
            walk(databases, true, OPERATIONS / 5 * 2);
            for (String shard : databases.names()) {
                assertThat(databases.faults(shard).open())
                        .as("open on " + shard)
                        .isZero();
            }
        }
    }

    private static void walk(ShardDatabases databases, boolean faults, int operations) throws Exception {
        Torture torture = new Torture(SEED, operations, faults);
        LeakCheck leaks = LeakCheck.begin(databases);
        long start = System.nanoTime();
        Tally tally;
        try (Subject subject = new VirgoSubject(databases, faults)) {
            if (faults) {
                fail(databases);
            }
            tally = torture.run(subject, databases, () -> {
                assertThat(subject.borrowed())
                        .as("connections out in " + torture)
                        .isZero();
            });
        }
        LOG.info(
                "{} took {} s: {}",
                torture,
                Duration.ofNanos(System.nanoTime() - start).toSeconds(),
                tally);
        leaks.assertNothingLeft();
        if (tally.failures() > 0) {
            throw tally.failure(torture.toString());
        }
        assertThat(tally.rows.sum()).as(torture.toString()).isPositive();
        assertThat(tally.injected.sum() > 0).as(torture.toString()).isEqualTo(faults);
    }

    /** One call in a thousand fails, before or after it took effect; some take their time. */
    private static void fail(ShardDatabases databases) {
        for (String shard : databases.names()) {
            databases.faults(shard).follow(FaultPlan.random(SEED, 0.001));
            databases
                    .faults(shard)
                    .at(FaultPoint.EXECUTE)
                    .matching("whoami")
                    .onCall(50)
                    .times(5)
                    .delay(Duration.ofMillis(20));
        }
    }
}
