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

    /** For a session that was opened before the thread got the shard that it has now. */
    static NoCurrentShardException tooLate(String present, Collection<String> known) {
        return new NoCurrentShardException(
                "this session has no shard, since it was opened before the thread's present shard '" + present
                        + "' was chosen; known shards are " + known
                        + ". Choose the shard before the transaction or web request opens the session, or use"
                        + " ShardManager.extend(em) and setCurrentShard(shard)");
    }

    private NoCurrentShardException(String message) {
        super(message, null);
    }

    NoCurrentShardException() {
        super("this thread has no current shard; open one with CurrentShard.open(shard)", null);
    }
}
