package io.virgo.jpa.guard;

import io.virgo.jpa.rule.StoredKeys;
import org.hibernate.event.spi.FlushEntityEvent;
import org.hibernate.event.spi.FlushEntityEventListener;
import org.jspecify.annotations.Nullable;

/** Refuses, before any statement of a flush, rows whose shard key was changed, or that have come to belong to another shard. */
final class KeyGuard implements FlushEntityEventListener {

    private static final long serialVersionUID = 1L;

    private final transient StoredKeys keys;

    KeyGuard(StoredKeys keys) {
        this.keys = keys;
    }

    @Override
    public void onFlushEntity(FlushEntityEvent event) {
        @Nullable String shard = ShardGuard.shardOf(event.getSession());
        if (shard != null) {
            keys.check(event.getEntity(), event.getEntityEntry(), shard);
        }
    }
}
