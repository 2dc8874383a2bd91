package io.virgo.it.torture;

import io.virgo.it.kit.RowProbe;
import io.virgo.it.kit.ShardDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The nine databases of a run, with their tables and seeds. The ninth is no shard at the start. */
final class Databases {

    static final String NINTH = "s9";
    static final List<String> EIGHT = List.of("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8");
    static final int SEEDS = 20;
    private static final int LEAVES = 2;

    private Databases() {}

    static ShardDatabases create(boolean faults) {
        List<String> names = new ArrayList<>(EIGHT);
        names.add(NINTH);
        ShardDatabases databases = ShardDatabases.h2(names.toArray(String[]::new));
        databases = faults ? databases.withFaults() : databases;
        databases.whoami();
        names.stream().map(databases::probe).forEach(Databases::fill);
        return databases;
    }

    private static void fill(RowProbe probe) {
        String columns = "id bigint primary key, shard_name varchar(10), token bigint, walker int, content varchar(40)";
        probe.execute("create table author (" + columns + ")");
        probe.execute("create table book (" + columns + ", author_id bigint)");
        probe.execute("create table seed (" + columns + ")");
        probe.execute("create table leaf (" + columns + ", seed_id bigint)");
        probe.execute("create index leaf_seed on leaf (seed_id)");
        probe.execute("create index book_token on book (token)");
        probe.execute("create sequence book_seq start with 1 increment by 20");
        probe.execute("create table id_blocks (name varchar(20) primary key, next bigint)");
        for (int seed = 1; seed <= SEEDS; seed++) {
            probe.update("insert into seed values (?, ?, ?, -1, 'seed')", seed, probe.shard(), seed);
            for (int leaf = 0; leaf < LEAVES; leaf++) {
                int id = seed * LEAVES + leaf;
                probe.update("insert into leaf values (?, ?, ?, -1, 'leaf', ?)", id, probe.shard(), id, seed);
            }
        }
    }

    /** The settings of the pool and the caches, for any subject. */
    static Map<String, Object> common(String cacheName) {
        return Map.of(
                "hibernate.cache.region.factory_class", "jcache",
                "hibernate.cache.use_query_cache", "true",
                "hibernate.cache.region_prefix", cacheName,
                "hibernate.javax.cache.missing_cache_strategy", "create",
                "hibernate.order_inserts", "true",
                "hibernate.jdbc.batch_size", "5",
                "hibernate.hbm2ddl.auto", "none");
    }

    static Map<String, Object> pool() {
        return Map.of(
                "hibernate.hikari.maximumPoolSize", "200",
                "hibernate.hikari.minimumIdle", "1",
                "hibernate.hikari.connectionTimeout", "20000");
    }
}
