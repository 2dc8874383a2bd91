package io.virgo.core;

import java.util.Collection;

/**
 * A shard's name is not, or no longer, known. Nothing was sent to any database.
 *
 * @since 0.1
 */
public final class UnknownShardException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /** The shard of the refused call. */
    private final String shard;

    /**
     * Creates the exception for a name that was never known.
     *
     * @param shard the unknown name
     * @param known the names of the shards
     */
    public UnknownShardException(String shard, Collection<String> known) {
        this(shard, known, false);
    }

    UnknownShardException(String shard, Collection<String> known, boolean removed) {
        super(
                (removed ? "shard '" + shard + "' was removed" : "unknown shard '" + shard + "'")
                        + "; known shards are "
                        + known + ". Names are case-sensitive; a shard needs settings virgo.shard." + shard
                        + ".* or Shards.add",
                null);
        this.shard = shard;
    }

    /**
     * Gives the name.
     *
     * @return the unknown name
     */
    public String shard() {
        return shard;
    }
}
