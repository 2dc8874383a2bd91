package io.virgo.it.kit.fault;

/** Where a fault can strike: the calls of JDBC and XA at the border to a database. */
public enum FaultPoint {
    /** A connection, plain or XA, is opened. */
    CONNECT,
    /** {@code prepareStatement} or {@code prepareCall}; the text to match is the SQL. */
    PREPARE,
    /** Any {@code execute} of a statement or batch; the text to match is the SQL. */
    EXECUTE,
    /** {@code ResultSet.next}; the text to match is the SQL. */
    FETCH,
    /** {@code Connection.commit}. */
    COMMIT,
    /** {@code Connection.rollback}, also to a savepoint. */
    ROLLBACK,
    /** {@code Connection.close} or {@code XAConnection.close}. */
    CLOSE,
    /** {@code Connection.setAutoCommit}; the text to match is the value. */
    SET_AUTO_COMMIT,
    /** {@code Connection.setReadOnly}; the text to match is the value. */
    SET_READ_ONLY,
    /** {@code Connection.isValid}. */
    VALIDATE,
    /** {@code XAResource.start}. */
    XA_START,
    /** {@code XAResource.end}. */
    XA_END,
    /** {@code XAResource.prepare}. */
    XA_PREPARE,
    /** {@code XAResource.commit}. */
    XA_COMMIT,
    /** {@code XAResource.rollback}. */
    XA_ROLLBACK,
    /** {@code XAResource.recover}. */
    XA_RECOVER;

    boolean xa() {
        return name().startsWith("XA_");
    }

    /** Whether the call returns nothing, so that it can be left out unnoticed. */
    boolean silent() {
        return switch (this) {
            case COMMIT, ROLLBACK, CLOSE, SET_AUTO_COMMIT, SET_READ_ONLY, XA_START, XA_END, XA_COMMIT, XA_ROLLBACK ->
                true;
            default -> false;
        };
    }

    /** Whether the call can change what the database holds, so that an error after it is a lie about the outcome. */
    boolean changes() {
        return switch (this) {
            case EXECUTE, COMMIT, ROLLBACK, XA_PREPARE, XA_COMMIT, XA_ROLLBACK -> true;
            default -> false;
        };
    }
}
