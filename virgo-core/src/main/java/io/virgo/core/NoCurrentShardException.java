package io.virgo.core;

import java.util.Collection;

/**
 * A statement was to run, but no shard was chosen. Nothing was sent to any database.
 *
 * @since 0.1
 */
public final class NoCurrentShardException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for work on a factory's shards.
     *
     * @param what what was to be done, the subject of the message
     * @param known the names of the shards
     */
    public NoCurrentShardException(String what, Collection<String> known) {
        super(
                what + " has no shard; known shards are " + known
                        + ". Open the session inside CurrentShard.open(shard), or use ShardManager.extend(em)"
                        + " and setCurrentShard(shard)",
                null);
    }

    NoCurrentShardException() {
        super("this thread has no current shard; open one with CurrentShard.open(shard)", null);
    }
}
