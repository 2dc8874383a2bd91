package io.virgo.core;

import io.virgo.core.settings.ShardNames;
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
                        + known + ". " + remedy(shard, removed, known),
                null);
        this.shard = shard;
    }

    private static String remedy(String shard, boolean removed, Collection<String> known) {
        if (removed && known.contains(shard)) {
            return "Another database has the name now; open a new session or entity manager to work on it";
        }
        String problem = ShardNames.problem(shard);
        return problem == null
                ? "Names are case-sensitive; a shard needs settings virgo.shard." + shard + ".* or Shards.add"
                : problem;
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
