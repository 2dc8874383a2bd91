package io.virgo.core;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

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

    /**
     * Creates the exception where a rule speaks of the entity, but does not tell its shard.
     *
     * @param what the entity or id without its values
     * @param why what the rule lacks, and the remedy
     * @param known the names of the shards
     * @param cause what the router threw, or null
     */
    public ShardNotResolvedException(String what, String why, Collection<String> known, @Nullable Throwable cause) {
        super("the rule does not tell the shard of " + what + ": " + why + ". Known shards are " + known, cause);
    }
}
