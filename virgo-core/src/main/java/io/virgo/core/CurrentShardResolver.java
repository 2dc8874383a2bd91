package io.virgo.core;

import org.hibernate.context.spi.CurrentTenantIdentifierResolver;

/** Tells Hibernate the shard of a session that is being opened: the one moment at which the thread's shard is read. */
final class CurrentShardResolver implements CurrentTenantIdentifierResolver<Object> {

    /** The shard of a session that was opened without one; no shard can have this name. */
    static final String NONE = "<none>";

    private final ShardConnectionProvider provider;

    CurrentShardResolver(ShardConnectionProvider provider) {
        this.provider = provider;
    }

    @Override
    public Object resolveCurrentTenantIdentifier() {
        String name = CurrentShard.name();
        return name == null ? NONE : provider.tenantOf(name);
    }

    @Override
    public boolean validateExistingCurrentSessions() {
        return true;
    }
}
