package io.virgo.it.kit;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares session lists. */
final class Sessions {

    private Sessions() {}

    /** The sessions of all databases that still exist, without what changes during a session's life. */
    static Set<OpenSession> identities(Collection<ShardDatabases> databases) {
        return databases.stream()
                .filter(each -> !each.isClosed())
                .flatMap(each -> each.sessions().stream())
                .map(Sessions::identity)
                .collect(Collectors.toSet());
    }

    static OpenSession identity(OpenSession session) {
        return new OpenSession(session.shard(), session.id(), false, "");
    }
}
