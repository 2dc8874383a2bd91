package io.virgo.core;

import java.util.List;

/**
 * A commit over several shards ended neither as a success nor as a failure everywhere, or it is not known how it ended on one of them. The
 * lists hold all shards that took part, those that were only read too: nothing can have changed there. Where nothing that was written is committed and
 * nothing unknown, a {@link jakarta.persistence.RollbackException} is thrown instead.
 *
 * @since 0.1
 */
public final class MixedCommitException extends VirgoException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> committed;
    private final transient List<String> rolledBack;
    private final transient List<String> unknown;

    /**
     * Creates the exception.
     *
     * @param committed shards on which the transaction is committed
     * @param rolledBack shards on which it is rolled back
     * @param unknown shards that did not tell
     * @param cause what went wrong
     */
    public MixedCommitException(
            List<String> committed, List<String> rolledBack, List<String> unknown, Throwable cause) {
        super(
                "the commit ended mixed: committed on " + committed + ", rolled back on " + rolledBack + ", unknown on "
                        + unknown + ". Look at these shards before trying again",
                cause);
        this.committed = List.copyOf(committed);
        this.rolledBack = List.copyOf(rolledBack);
        this.unknown = List.copyOf(unknown);
    }

    /**
     * Gives the shards that kept the changes.
     *
     * @return their names
     */
    public List<String> committed() {
        return committed;
    }

    /**
     * Gives the shards that dropped the changes.
     *
     * @return their names
     */
    public List<String> rolledBack() {
        return rolledBack;
    }

    /**
     * Gives the shards of which it is not known.
     *
     * @return their names
     */
    public List<String> unknown() {
        return unknown;
    }
}
