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
     * The shard that holds the table {@code virgo_ids}, from which global sequences take their blocks, unless their annotation names
     * another shard. Type: String. Default: {@code main}.
     */
    public static final String IDS_SHARD = "virgo.ids.shard";

    /**
     * Prefix of a shard's index among the interleaved ids: {@code virgo.ids.index.<shard>}. Type: a whole number from 0 on, another one
     * for each shard. Default: the next free one, taken from the shard of {@link #IDS_SHARD} when a shard is first used. It is stored
     * in the shard and never changes.
     */
    public static final String IDS_INDEX_PREFIX = "virgo.ids.index.";

    /**
     * The number under which a factory makes {@code @TimeOrderedId} numbers: {@code lease}, or a number from 0 to 255 that no other
     * factory has. A leased number is taken from the table {@code virgo_nodes} on the shard of {@link #IDS_SHARD}. A given number is
     * entered there at start, and a clash refused, if {@link #IDS_SHARD} is set; else nothing guards it. Type: a number or String.
     * Default: {@code lease}.
     */
    public static final String IDS_NODE = "virgo.ids.node";

    /**
     * How long a factory may make {@code @TimeOrderedId} numbers without hearing from the table of its node number; it asks three times
     * in that time. Type: a number of milliseconds, an ISO-8601 duration or a Duration, from a second to an hour. Default: 30 seconds.
     */
    public static final String IDS_LEASE = "virgo.ids.lease";

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
