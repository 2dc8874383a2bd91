package io.virgo.jpa.rule;

import io.virgo.core.settings.VirgoSettings;

/** Says why a rule does not tell a shard, and what to do about it. */
final class Reasons {

    private Reasons() {}

    static String of(EntityRule rule, boolean entityIsKnown) {
        return switch (rule.declared.kind()) {
            case REFERENCE ->
                "every shard has a copy of it, and only find works without a current shard; call setCurrentShard(shard) first";
            case ON_SHARD -> "it has none";
            case OWN_ID ->
                "its id is not set, or bears no shard; call setCurrentShard(shard) first, and the new id will bear that";
            case ROUTER -> entityIsKnown ? keyMissing(rule) : idAlone(rule);
            case PARENT -> entityIsKnown ? parentMissing(rule) : idAlone(rule);
        };
    }

    private static String keyMissing(EntityRule rule) {
        String key = "the shard key '" + KeyAttributes.attribute(rule) + "'";
        if (rule.keyIsInId() && NewIds.isOfShard(rule.persister.getGenerator())) {
            return key
                    + " is its id, which its generator takes from the shard itself; use a generator of ids that are unique over"
                    + " all shards, or mark another attribute by @ShardKey";
        }
        return key + " is not set; set it before this call, or call setCurrentShard(shard) first";
    }

    private static String parentMissing(EntityRule rule) {
        return "its association '" + rule.declared.name()
                + "' is not set, or leads to something new whose shard is not known either; set it, and persist the root first,"
                + " or call setCurrentShard(shard) first";
    }

    private static String idAlone(EntityRule rule) {
        return "the id does not hold the shard key"
                + (rule.parent == null
                        ? " '" + KeyAttributes.attribute(rule) + "'"
                        : " of its root " + rule.root().name())
                + "; call setCurrentShard(shard) first, put the key into the id, take ids that bear their shard, name a directory in"
                + " @Sharded(directory = …), or set " + VirgoSettings.FIND_ON_EVERY_SHARD + "=true";
    }
}
