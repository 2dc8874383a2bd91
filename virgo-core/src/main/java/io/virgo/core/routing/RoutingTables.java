package io.virgo.core.routing;

/**
 * The tables of routers that keep their map in a database: what to create on the shard that the router's {@code table} setting names. They
 * are plain SQL for every supported product and work under any collation. Their names are fixed; the user of the shard's settings needs the
 * right to read them and, for a directory, to write.
 *
 * @since 0.1
 */
public final class RoutingTables {

    /** The table of {@code slots} routers: which shard each run of slots is on. All rows of a router bear one version. */
    public static final String SLOTS =
            "create table virgo_slots (router varchar(60) not null, first_slot integer not null,"
                    + " last_slot integer not null, shard varchar(60) not null, version bigint not null,"
                    + " primary key (router, first_slot))";

    /** The table of {@code directory} routers: which shard each key is on. */
    public static final String DIRECTORY = "create table virgo_directory (router varchar(60) not null,"
            + " shard_key varchar(500) not null, shard varchar(60) not null, primary key (router, shard_key))";

    /** How long one statement on these tables may take. */
    static final int STATEMENT_SECONDS = 30;

    private RoutingTables() {}
}
