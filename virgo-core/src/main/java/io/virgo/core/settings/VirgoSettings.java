package io.virgo.core.settings;

/**
 * The keys that Virgo reads from Hibernate's settings. An unknown key under {@code virgo.} is refused at start.
 *
 * @since 0.1
 */
public final class VirgoSettings {

    /**
     * Prefix of all settings of one shard: {@code virgo.shard.<name>.<any Hibernate or Jakarta Persistence key>}. A shard exists
     * when it has at least one key of its own. Names consist of letters, digits, {@code _} and {@code -}.
     */
    public static final String SHARD_PREFIX = "virgo.shard.";

    /**
     * The name after {@link #SHARD_PREFIX} whose settings all shards share. It is a source of settings, never a shard. A shard's
     * own value wins over it, and it wins over the key without prefix.
     */
    public static final String DEFAULT = "DEFAULT";

    /**
     * The order of the shards: their names, separated by commas. It must name each shard once. Type: String, or a
     * Collection of names. Default: the names in
     * alphabetical order.
     */
    public static final String SHARDS = "virgo.shards";

    /**
     * {@code lazy}: a pool opens at its first use. {@code strict}: all pools open at start, which fails with the list of those that
     * do not. Type: String. Default: {@code lazy}.
     */
    public static final String START = "virgo.start";

    /**
     * How long a caller waits at most for a connection of a shard, the opening of its pool included. Type: a number of milliseconds
     * or an ISO-8601 duration such as {@code PT5S}. Default: 30 seconds. A time-out that is set on the shard's pool, as by
     * {@code hibernate.hikari.connectionTimeout}, wins; a pool that would wait for ever gets this limit.
     */
    public static final String ACQUISITION_TIMEOUT = "virgo.acquisition_timeout";

    /**
     * The application's rule of which shard an entity lives on: an {@code io.virgo.jpa.ShardResolver}. Type: a class name, a Class
     * with a public constructor without parameters, or an instance. Default: none.
     */
    public static final String SHARD_RESOLVER = "virgo.shard_resolver";

    /**
     * What a transaction may write: {@code single}: one shard; a transaction that wrote on two shards is rolled back on all. Type:
     * String. Default: {@code single}. Under JTA with XA data sources the transaction manager spans all shards.
     */
    public static final String TRANSACTION_MODE = "virgo.transaction.mode";

    /**
     * Prefix of the settings of one router: {@code virgo.router.<name>.type} names a built-in router ({@code modulo}, {@code range},
     * {@code ring}, {@code slots}, {@code directory}, {@code groups}) or a class that implements
     * {@code io.virgo.core.routing.ShardRouter}; its other keys stand beside it.
     */
    public static final String ROUTER_PREFIX = "virgo.router.";

    /**
     * {@code true}: an id whose shard no rule tells is asked for on every shard, by primary key; found on two, it is refused. Type:
     * Boolean. Default: {@code false}, and then such an id is refused at once.
     */
    public static final String FIND_ON_EVERY_SHARD = "virgo.find_on_every_shard";

    /**
     * Prefix of the settings of the checks of the mapping at start: {@code virgo.lint.<rule>} is {@code error}, {@code warning} or
     * {@code off}. Type: String. Default: as docs/rules.md lists.
     */
    public static final String LINT_PREFIX = "virgo.lint.";

    private VirgoSettings() {}
}
