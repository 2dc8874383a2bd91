package io.virgo.core;

import java.util.Collection;

/**
 * No rule tells which shard an entity or an id belongs to.
 *
 * @since 0.1
 */
public final class ShardNotResolvedException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param what the entity or id without its values, the subject of the message
     * @param known the names of the shards
     */
    public ShardNotResolvedException(String what, Collection<String> known) {
        super(
                "no rule tells the shard of " + what + "; known shards are " + known
                        + ". Name a ShardResolver in virgo.shard_resolver that knows it, or call setCurrentShard(shard) first",
                null);
    }
}
