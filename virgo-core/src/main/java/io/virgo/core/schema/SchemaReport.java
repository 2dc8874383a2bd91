package io.virgo.core.schema;

import java.util.ArrayList;
import java.util.List;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What became of one piece of schema work on each shard. Throws the failures together, or logs a warning if Hibernate was told to go on
 * after refused commands; either names every shard. Used by one thread.
 */
final class SchemaReport {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaReport.class);

    private final List<String> done = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final List<String> notStarted = new ArrayList<>();
    private final List<SchemaManagementException> failures = new ArrayList<>();

    void finished(String shard, int refused) {
        (refused == 0 ? done : failed).add(shard);
    }

    void failed(String shard, SchemaManagementException failure) {
        failed.add(shard);
        failures.add(failure);
    }

    /** Notes a shard that does not answer; the failure is null if it is none. */
    void unavailable(String shard, @Nullable SchemaManagementException failure) {
        notStarted.add(shard);
        if (failure != null) {
            failures.add(failure);
        }
    }

    void close() {
        if (!failures.isEmpty()) {
            SchemaManagementException together = new SchemaManagementException(
                    String.join(
                                    "; ",
                                    failures.stream().map(Throwable::getMessage).toList())
                            + "; schema work was " + outcome(),
                    failures.get(0));
            failures.stream().skip(1).forEach(together::addSuppressed);
            throw together;
        }
        if (!failed.isEmpty()) {
            LOG.warn(
                    "Schema work was {}; the refused commands are logged above, and hibernate.hbm2ddl.halt_on_error=true has"
                            + " them fail the start",
                    outcome());
        }
    }

    private String outcome() {
        return "done on " + done + ", failed on " + failed + ", not started on " + notStarted;
    }
}
