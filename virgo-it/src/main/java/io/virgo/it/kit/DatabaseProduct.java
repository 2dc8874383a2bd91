package io.virgo.it.kit;

/**
 * A database product and what it can do, so that a test asks for an ability instead of being ignored on a product.
 */
public enum DatabaseProduct {
    /** H2 2.4, in memory, inside the JVM of the test. */
    H2(false, false, false),
    /** PostgreSQL 17, an embedded server. */
    POSTGRESQL(true, true, true),
    /** MariaDB 11.4, an embedded server. */
    MARIADB(true, false, false);

    private final boolean networked;
    private final boolean transactionalDdl;
    private final boolean failureSpoilsTransaction;

    DatabaseProduct(boolean networked, boolean transactionalDdl, boolean failureSpoilsTransaction) {
        this.networked = networked;
        this.transactionalDdl = transactionalDdl;
        this.failureSpoilsTransaction = failureSpoilsTransaction;
    }

    /** Whether clients reach the server over TCP, so that a proxy can stand between. */
    public boolean networked() {
        return networked;
    }

    /** Whether {@code create table} can be rolled back. */
    public boolean transactionalDdl() {
        return transactionalDdl;
    }

    /** Whether one failed statement makes all later statements of its transaction fail. */
    public boolean failureSpoilsTransaction() {
        return failureSpoilsTransaction;
    }

    /** Whether {@code create sequence} exists. */
    public boolean sequences() {
        return true;
    }

    /** Whether a prepared XA branch outlives the connection that prepared it. */
    public boolean preparedBranchesSurvive() {
        return networked;
    }

    /** Whether rows can be sent with PostgreSQL's COPY protocol. */
    public boolean copy() {
        return this == POSTGRESQL;
    }
}
