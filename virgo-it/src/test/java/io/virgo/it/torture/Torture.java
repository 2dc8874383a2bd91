package io.virgo.it.torture;

import io.virgo.it.kit.ShardDatabases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One run: some walkers that few threads carry in turn, and at the end a look into all databases. */
final class Torture {

    static final int THREADS = 32;
    private static final int WALKERS = 40;
    private static final int BATCH = 20;

    private final long seed;
    private final int operations;
    private final boolean faults;
    private final Tally tally = new Tally();

    Torture(long seed, int operations, boolean faults) {
        this.seed = seed;
        this.operations = operations;
        this.faults = faults;
    }

    Tally run(Subject subject, ShardDatabases databases, Runnable beforeTheLook) throws Exception {
        Queue<Walker> waiting = new ConcurrentLinkedQueue<>();
        List<Walker> walkers = new ArrayList<>();
        Ninth ninth = new Ninth();
        for (int i = 0; i < WALKERS; i++) {
            walkers.add(new Walker(i, seed, operations / WALKERS, subject, tally, ninth, faults));
        }
        waiting.addAll(walkers);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> carriers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                carriers.add(threads.submit(() -> carry(waiting, subject)));
            }
            for (Future<?> carrier : carriers) {
                carrier.get();
            }
        } finally {
            threads.shutdown();
        }
        beforeTheLook.run();
        look(walkers, databases);
        return tally;
    }

    private void carry(Queue<Walker> waiting, Subject subject) {
        for (Walker walker = waiting.poll(); walker != null; walker = waiting.poll()) {
            if (walker.walk(BATCH)) {
                waiting.add(walker);
            }
            if (subject.threadShard() != null) {
                tally.wrongRead("the thread kept shard " + subject.threadShard());
            }
        }
    }

    private void look(List<Walker> walkers, ShardDatabases databases) {
        Map<Long, Expected> model = new HashMap<>();
        walkers.forEach(walker -> walker.model().forEach(row -> model.put(row.token, row)));
        for (String shard : databases.names()) {
            for (List<Object> row : databases
                    .probe(shard)
                    .rows("select token, shard_name, content from author union all"
                            + " select token, shard_name, content from book")) {
                found(shard, model.remove((Long) row.get(0)), String.valueOf(row.get(1)), String.valueOf(row.get(2)));
            }
            long seeds = databases.probe(shard).count("seed", "shard_name = ?", shard);
            long leaves = databases.probe(shard).count("leaf", "shard_name = ?", shard);
            if (seeds != Databases.SEEDS || leaves != 2 * Databases.SEEDS) {
                tally.wrongRow("seeds of " + shard + " changed");
            }
        }
        for (Expected row : model.values()) {
            if (!row.known()) {
                tally.unknownRows.increment();
            }
            if (!row.possible.contains(Expected.ABSENT)) {
                tally.lostRow("committed on " + row.shard + " but nowhere: " + row.token);
            }
        }
    }

    private void found(String shard, Expected row, String meant, String content) {
        tally.rows.increment();
        if (row == null) {
            tally.wrongRow("on " + shard + ", twice or unknown to the model");
        } else if (!row.shard.equals(shard) || !meant.equals(shard)) {
            tally.wrongRow("meant for " + row.shard + " but on " + shard);
        } else {
            if (!row.known()) {
                tally.unknownRows.increment();
            }
            if (!row.possible.contains(content)) {
                tally.lostRow(row.token + " on " + shard + " holds " + content + " and not one of " + row.possible);
            }
        }
    }

    @Override
    public String toString() {
        return "a walk of " + operations + " operations, seed " + seed
                + (faults ? ", with faults" : ", without faults");
    }
}
