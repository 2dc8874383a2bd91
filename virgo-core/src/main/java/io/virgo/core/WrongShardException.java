package io.virgo.core;

/**
 * An entity, a proxy or an id belongs to another shard than the one it was to be used on. Nothing was sent to any database.
 *
 * @since 0.1
 */
public final class WrongShardException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /** The shard of the refused call. */
    private final String shard;
    /** The shard that would have been right. */
    private final String expectedShard;

    /**
     * Creates the exception.
     *
     * @param what what was refused and why, the first sentence of the message
     * @param shard the shard on which it was to be used
     * @param expectedShard the shard that it belongs to
     */
    public WrongShardException(String what, String shard, String expectedShard) {
        super(
                what + ": it belongs to shard '" + expectedShard + "' and was used on shard '" + shard
                        + "'. Switch to '" + expectedShard + "', or load or copy it on '" + shard + "' first",
                null);
        this.shard = shard;
        this.expectedShard = expectedShard;
    }

    /**
     * Gives the shard of the refused call.
     *
     * @return the shard's name
     */
    public String shard() {
        return shard;
    }

    /**
     * Gives the shard that would have been right.
     *
     * @return the shard's name
     */
    public String expectedShard() {
        return expectedShard;
    }
}
