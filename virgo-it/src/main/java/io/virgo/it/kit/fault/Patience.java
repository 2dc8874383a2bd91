package io.virgo.it.kit.fault;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a held call must go on being held. Ends it the way a working database does: when the statement is cancelled or its query timeout is over, and
 * when the connection is aborted or closed by another thread.
 */
final class Patience {

    private final @Nullable Patience connection;
    private volatile boolean ended;
    private volatile int timeoutSeconds;

    Patience(@Nullable Patience connection) {
        this.connection = connection;
    }

    void end() {
        ended = true;
    }

    void renew() {
        ended = false;
    }

    void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    void check(long sinceNanos) throws SQLException {
        if (connection == null) {
            if (ended) {
                throw new SQLException("The connection was closed during the call", "08003");
            }
            return;
        }
        connection.check(sinceNanos);
        if (ended) {
            throw new SQLTimeoutException("The statement was cancelled", "57014");
        }
        if (timeoutSeconds > 0 && System.nanoTime() - sinceNanos > timeoutSeconds * 1_000_000_000L) {
            throw new SQLTimeoutException("The statement was cancelled after its query timeout", "57014");
        }
    }
}
