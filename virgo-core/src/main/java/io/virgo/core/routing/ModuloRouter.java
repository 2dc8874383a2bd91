package io.virgo.core.routing;

import java.util.ArrayList;
import java.util.List;

/** Type {@code modulo}: the remainder of a whole number, or of the hash of anything else, chooses the shard. */
final class ModuloRouter implements ShardRouter {

    private final List<String> shards;
    private final String[] ofRemainder;
    private final boolean hashed;

    ModuloRouter(RouterSettings settings) {
        List<String> byRemainder = new ArrayList<>();
        settings.weights("shards").forEach((shard, weight) -> {
            for (int i = 0; i < weight; i++) {
                byRemainder.add(shard);
            }
        });
        ofRemainder = byRemainder.toArray(String[]::new);
        shards = byRemainder.stream().distinct().toList();
        hashed = settings.flag("hash");
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
