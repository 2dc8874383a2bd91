package io.virgo.core;

import io.virgo.core.pool.SecretMask;
import java.sql.SQLException;

/**
 * A known shard gave no connection: its database is down, does not answer, or its pool is exhausted. Other shards are not concerned; the
 * shard serves again as soon as it can.
 *
 * @since 0.1
 */
public final class ShardUnavailableException extends VirgoException {

    private static final long serialVersionUID = 1L;

    /** The shard of the refused call. */
    private final String shard;

    ShardUnavailableException(String shard, Throwable cause) {
        super("shard '" + shard + "' " + SecretMask.text(reason(cause)), SecretMask.cause(cause));
        this.shard = shard;
    }

    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof SQLException && !message.isEmpty() && Character.isLowerCase(message.charAt(0))
                ? message
                : "gave no connection: " + message;
    }

    /**
     * Gives the shard.
     *
     * @return its name
     */
    public String shard() {
        return shard;
    }
}
