package io.virgo.it.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.it.kit.ShardDatabases;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The walk can fail: the design that sets a thread's key before each call puts rows on wrong shards and reads from them. */
class NaiveDesignTest {

    private static final Logger LOG = LoggerFactory.getLogger(NaiveDesignTest.class);

    @Test
    @SuppressWarnings("try")
    void theDesignThatReadsTheThreadsKeyAtEachAcquisitionFailsTheWalk() throws Exception {
        Torture torture = new Torture(7, 6_000, false);
        try (Quiet quiet = new Quiet().begin();
                ShardDatabases databases = Databases.create(false);
                Subject subject = new NaiveSubject(databases)) {
            Tally tally = torture.run(subject, databases, () -> {});
            LOG.info("The naive design in {}: {}", torture, tally);
            assertThat(tally.wrongRows.sum()).as("wrong rows").isPositive();
            assertThat(tally.wrongReads.sum()).as("wrong reads").isPositive();
            assertThat(tally.missedRefusals.sum()).as("missed refusals").isPositive();
        }
    }
}
