package io.virgo.core;

import java.util.Collection;

/**
 * A JTA transaction that already holds one shard was to take in another, but the connections of one of them do not take part in JTA
 * transactions, so the two would not commit together. Nothing was sent to the shard that was to be taken in.
 *
 * @since 0.1
 */
public final class ShardNotEnlistedException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /** The shard whose connections are not part of the transaction. */
    private final String shard;

    /**
     * Creates the exception.
     *
     * @param shard the shard whose connections do not take part
     * @param why what shows that they do not
     * @param others the other shards of the transaction
     */
    public ShardNotEnlistedException(String shard, String why, Collection<String> others) {
        super(
                "the connections of shard '" + shard + "' do not take part in JTA transactions (" + why
                        + "), so one transaction cannot hold it together with " + others
                        + ". Give each of these shards an XA data source that knows the transaction manager"
                        + " (virgo.shard.<name>.hibernate.connection.datasource), or use one transaction for each shard",
                null);
        this.shard = shard;
    }

    /**
     * Gives the shard whose connections do not take part.
     *
     * @return its name
     */
    public String shard() {
        return shard;
    }
}
