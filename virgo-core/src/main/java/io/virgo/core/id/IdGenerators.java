package io.virgo.core.id;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.MappingException;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.service.Service;

/**
 * What the id generators of one factory share: connections, threads, and for each sequence its fetched numbers, whichever and however
 * many generators draw from it. A service of Hibernate's registry, put there by Virgo; not for applications. Thread-safe.
 *
 * @since 0.1
 */
public final class IdGenerators implements Service {

    private static final long serialVersionUID = 1L;

    private final transient IdConnections connections;
    private final transient IdSettings settings;
    private final transient FetchThreads threads = new FetchThreads();
    private final transient Map<List<String>, GlobalCounter> globals = new ConcurrentHashMap<>();
    private final transient Map<String, InterleavedCounter> interleaved = new ConcurrentHashMap<>();
    private final transient Map<String, Tickets> tickets = new ConcurrentHashMap<>();
    private final transient TimeNodes times;

    /**
     * Creates the generators' common part; opens and starts nothing.
     *
     * @param connections lends connections
     * @param settings the settings
     */
    public IdGenerators(IdConnections connections, IdSettings settings) {
        this.connections = connections;
        this.settings = settings;
        this.times = new TimeNodes(settings.node(), connections, settings.createTables(), System::currentTimeMillis);
    }

    static IdGenerators of(GeneratorCreationContext context, String annotation) {
        IdGenerators service = context.getServiceRegistry().getService(IdGenerators.class);
        if (service == null) {
            throw new MappingException(annotation + " of " + entity(context)
                    + " needs a sharded factory: set hibernate.connection.provider_class to"
                    + " io.virgo.core.ShardConnectionProvider");
        }
        return service;
    }

    /** The name of the entity whose table has the ids. */
    static String entity(GeneratorCreationContext context) {
        String name = context.getRootClass().getJpaEntityName();
        return name == null ? context.getRootClass().getEntityName() : name;
    }

    static Class<?> idType(GeneratorCreationContext context) {
        return context.getType().getReturnedClass();
    }

    GlobalCounter global(String shard, String name, long initial, BlockSizes sizes) {
        String onShard = shard.isEmpty() ? settings.shard() : shard;
        GlobalCounter wanted = new GlobalCounter(onShard, name, initial, sizes, this);
        GlobalCounter counter = globals.computeIfAbsent(List.of(onShard, name), key -> wanted);
        counter.refuseOther(initial, sizes);
        return counter;
    }

    InterleavedCounter interleaved(String name, int stride, BlockSizes sizes) {
        InterleavedCounter counter =
                interleaved.computeIfAbsent(name, key -> new InterleavedCounter(name, stride, sizes, this));
        counter.refuseOther(stride, sizes);
        return counter;
    }

    Tickets tickets(TicketPlan plan, String where) {
        List<String> unknown = plan.servers().stream()
                .filter(server -> !settings.shards().contains(server))
                .toList();
        if (!unknown.isEmpty()) {
            throw new MappingException(
                    where + ": servers names " + unknown + ", and the shards are " + settings.shards());
        }
        Tickets found = tickets.computeIfAbsent(plan.name(), key -> new Tickets(plan, this));
        found.refuseOther(plan, where);
        return found;
    }

    TimeNodes times() {
        return times;
    }

    /**
     * Takes what has to be had before the first id: a configured node number.
     *
     * @throws IdentifierGenerationException if it is in use, or its table does not answer
     */
    public void start() {
        times.start();
    }

    /** Gives back what is leased. To be called before the shards are closed. */
    public void release() {
        times.release();
    }

    IdConnections connections() {
        return connections;
    }

    IdSettings settings() {
        return settings;
    }

    FetchThreads threads() {
        return threads;
    }

    /**
     * Looks for sequences that cannot work with the shards that there are.
     *
     * @param shards the names of the shards
     * @param problems takes everything that is wrong
     */
    public void check(List<String> shards, Problems problems) {
        for (List<String> global : globals.keySet()) {
            String shard = global.get(0);
            if (!shards.contains(shard)) {
                problems.add(
                        "@GlobalSequence",
                        "the numbers of '" + global.get(1) + "' are to come from shard '" + shard
                                + "', which does not exist; the shards are " + shards + ". Name one by "
                                + VirgoSettings.IDS_SHARD + " or by @GlobalSequence(shard = ...)");
            }
        }
        interleaved.values().stream()
                .filter(counter -> counter.stride < shards.size())
                .forEach(counter -> problems.add(
                        "@InterleavedId",
                        "the stride of '" + counter.name + "' is " + counter.stride + ", less than the " + shards.size()
                                + " shards that there are. If it has no rows yet, take a stride for all shards that there"
                                + " may ever be; otherwise use @GlobalSequence for new entities"));
    }

    /**
     * Sees to it that a shard has the tables that the generators need there.
     *
     * @param shard the shard's name
     * @param connection a connection of the shard in auto-commit mode
     * @param create whether to make those that are missing
     * @throws SQLException if one cannot be made
     * @throws IdentifierGenerationException if one is missing and must not be made; the text has the command that makes it
     */
    public void requireTables(String shard, Connection connection, boolean create) throws SQLException {
        boolean givesIndexes = !interleaved.isEmpty() && settings.shard().equals(shard);
        boolean global = globals.keySet().stream().anyMatch(key -> key.get(0).equals(shard));
        if (global || givesIndexes) {
            IdTable.GLOBAL.require(connection, shard, create);
        }
        if (!interleaved.isEmpty()) {
            IdTable.INTERLEAVED.require(connection, shard, create);
        }
        if (times.needsTableOn(shard)) {
            IdTable.NODES.require(connection, shard, create);
        }
        if (tickets.values().stream().anyMatch(each -> each.serverNames().contains(shard))) {
            IdTable.TICKETS.require(connection, shard, create);
        }
    }

    /**
     * Drops the numbers that were fetched from a shard, since another database may get its name.
     *
     * @param shard the removed shard's name
     * @param tenant its tenant identifier
     */
    public void forget(String shard, String tenant) {
        globals.values().forEach(counter -> counter.forget(shard));
        interleaved.values().forEach(counter -> counter.forget(tenant));
        threads.end(shard);
        threads.end(tenant);
    }

    /** Ends the threads. */
    public void close() {
        threads.close();
    }
}
