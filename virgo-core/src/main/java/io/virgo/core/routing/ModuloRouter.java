package io.virgo.core.routing;

import java.util.List;
import java.util.Set;

/** Type {@code modulo}: the remainder of a whole number, or of the hash of anything else, chooses the shard. */
final class ModuloRouter implements ShardRouter {

    static final Set<String> KEYS = Set.of("shards", "hash");

    private final List<String> shards;
    private final String[] ofRemainder;
    private final boolean hashed;

    ModuloRouter(RouterSettings settings) {
        hashed = settings.flag("hash");
        ofRemainder = settings.remainders("shards").toArray(String[]::new);
        shards = RouterSettings.distinct(List.of(ofRemainder));
    }

    @Override
    public String shardOf(Object key) {
        return ofRemainder[remainder(key)];
    }

    private int remainder(Object key) {
        return KeyHash.part(ShardKeys.normalise(key), ofRemainder.length, hashed);
    }

    @Override
    public String explain(Object key) {
        return "remainder " + remainder(key) + " of " + ofRemainder.length + " -> " + shardOf(key);
    }

    @Override
    public List<String> shards() {
        return shards;
    }
}
