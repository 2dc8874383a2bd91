package io.virgo.core;

/**
 * The shard key of a stored entity was changed, which would leave its row on a shard where nobody looks for it. Nothing of this flush was
 * sent to any database.
 *
 * @since 0.1
 */
public final class ShardKeyChangedException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /** The shard of the row. */
    private final String shard;

    /**
     * Creates the exception.
     *
     * @param what the attribute and the entity without their values, the subject of the message
     * @param shard the shard on which the row is
     */
    public ShardKeyChangedException(String what, String shard) {
        super(
                what + " was changed, but its row is on shard '" + shard
                        + "', and a shard key is fixed. To move a row, persist a"
                        + " copy under the new key, which selects its shard, and remove this one from shard '" + shard
                        + "', with all that belongs to it",
                null);
        this.shard = shard;
    }

    /**
     * Gives the shard on which the row is.
     *
     * @return the shard's name
     */
    public String shard() {
        return shard;
    }
}
