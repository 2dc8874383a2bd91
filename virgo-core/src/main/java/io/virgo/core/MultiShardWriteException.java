package io.virgo.core;

import java.util.List;

/**
 * One transaction wrote on several shards, which its mode does not allow. It was rolled back on all of them.
 *
 * @since 0.1
 */
public final class MultiShardWriteException extends VirgoException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> shards;

    /**
     * Creates the exception.
     *
     * @param shards the names of the shards that were written
     */
    public MultiShardWriteException(List<String> shards) {
        super(
                "one transaction wrote on the shards " + shards
                        + "; virgo.transaction.mode=single allows one, so it was rolled"
                        + " back on all. Use one transaction for each shard, or JTA with XA data sources",
                null);
        this.shards = List.copyOf(shards);
    }

    /**
     * Gives the shards.
     *
     * @return the names of the shards that were written and rolled back
     */
    public List<String> shards() {
        return shards;
    }
}
