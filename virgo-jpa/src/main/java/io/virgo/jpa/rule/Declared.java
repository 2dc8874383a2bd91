package io.virgo.jpa.rule;

/**
 * What one class says about the shard of its rows.
 *
 * @param text the declaration as the application wrote it, for messages
 * @param kind which rule it is
 * @param name the router, the parent attribute or the shard; empty where the kind needs none
 * @param directory the router that knows ids which do not hold the key; empty for none
 */
public record Declared(String text, Kind kind, String name, String directory) {

    /** The rules that there are. */
    public enum Kind {
        /** A router gets the shard key. */
        ROUTER,
        /** The shard of the entity that a to-one association points to. */
        PARENT,
        /** The id tells its shard. */
        OWN_ID,
        /** A copy on each shard. */
        REFERENCE,
        /** One named shard. */
        ON_SHARD
    }

    boolean sharded() {
        return kind == Kind.ROUTER || kind == Kind.PARENT || kind == Kind.OWN_ID;
    }
}
