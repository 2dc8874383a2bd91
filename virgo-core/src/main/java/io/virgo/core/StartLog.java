package io.virgo.core;

import io.virgo.core.pool.SecretMask;
import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the one line at start that names the shards and their databases, and how many connections each database server has to be ready
 * for; secrets masked.
 */
final class StartLog {

    private static final Logger LOG = LoggerFactory.getLogger(StartLog.class);

    private StartLog() {}

    static void write(ShardRegistry registry) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        StringJoiner line = new StringJoiner(", ");
        for (Shard shard : registry.all()) {
            Map<String, Object> settings = shard.settings();
            Object url = settings.get("hibernate.connection.url");
            line.add(shard.name() + "=" + (url == null ? "data source" : SecretMask.text(String.valueOf(url))));
            if (LOG.isDebugEnabled()) {
                LOG.debug("Shard {}: {}", shard.name(), SecretMask.settings(new TreeMap<>(settings)));
            }
        }
        LOG.info(
                "Virgo serves {} shards: {}; connections when all pools are open, by server: {}",
                registry.names().size(),
                line,
                registry.connectionsByServer());
    }
}
