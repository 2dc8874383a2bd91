package io.virgo.core.id;

import io.virgo.core.id.FetchThreads.Fetch;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.hibernate.MappingException;
import org.hibernate.id.IdentifierGenerationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tickets of one name, as one factory uses them. Thread-safe. */
final class Tickets implements BlockSource {

    private static final Logger LOG = LoggerFactory.getLogger(Tickets.class);

    /** Two for all names: each holds a connection of every server, and the small pools have two. */
    private static final String FETCHING = "tickets";

    private static final String PROBING = "tickets-probe";
    private static final int ATTEMPTS = 5;

    private final TicketPlan plan;
    private final IdGenerators generators;
    private final List<TicketServer> servers;
    /** Nodes that start at the same time shall not all begin with the same server. */
    private final RoundRobin turn = new RoundRobin(ThreadLocalRandom.current().nextInt(1 << 20));

    private final Set<String> tablesSeen = ConcurrentHashMap.newKeySet();
    private final Blocks blocks;

    Tickets(TicketPlan plan, IdGenerators generators) {
        this.plan = plan;
        this.generators = generators;
        this.servers = IntStream.range(0, plan.servers().size())
                .mapToObj(index -> new TicketServer(plan.servers().get(index), index))
                .toList();
        this.blocks = new Blocks(
                "ticket of '" + plan.name() + "' from the servers " + plan.servers(),
                this,
                generators.threads(),
                FETCHING,
                this::longestWait,
                plan.blockSize(),
                plan.blockSize());
    }

    void refuseOther(TicketPlan other, String where) {
        if (!other.equals(plan)) {
            throw new MappingException(where + " declares '" + plan.name() + "' unlike another entity does: " + other
                    + " and " + plan + "; declare it alike, or give each entity a name of its own");
        }
    }

    List<String> serverNames() {
        return plan.servers();
    }

    long next() {
        return blocks.next();
    }

    /** Each server may keep a caller waiting once. */
    private Duration longestWait() {
        return plan.servers().stream()
                .map(this::timeout)
                .reduce(Duration.ZERO, Duration::plus)
                .plusMillis(500);
    }

    /** A server that was removed keeps nobody waiting. */
    private Duration timeout(String server) {
        try {
            return generators.connections().timeout(server);
        } catch (PersistenceException removed) {
            return Duration.ZERO;
        }
    }

    @Override
    public Block fetch(long size) {
        List<TicketServer> order = order();
        order.stream().filter(TicketServer::isToBeTried).forEach(this::probe);
        List<Exception> failures = new ArrayList<>();
        for (TicketServer server : order) {
            try {
                return plan.block(server.index, take(server));
            } catch (SQLException | RuntimeException e) {
                fail(server, e);
                failures.add(e);
            }
        }
        StringBuilder text = new StringBuilder("no ticket server gives ids of '" + plan.name() + "'");
        for (int i = 0; i < failures.size(); i++) {
            text.append("; ")
                    .append(order.get(i).shard)
                    .append(": ")
                    .append(failures.get(i).getMessage());
        }
        IdentifierGenerationException failure = new IdentifierGenerationException(text.toString());
        failures.forEach(failure::addSuppressed);
        throw failure;
    }

    /** In turn; those that failed come last, and are asked only if all others fail as well. */
    private List<TicketServer> order() {
        int first = turn.next(servers.size());
        List<TicketServer> order = new ArrayList<>(servers.subList(first, servers.size()));
        order.addAll(servers.subList(0, first));
        List<TicketServer> good = order.stream().filter(TicketServer::isGood).toList();
        order.removeAll(good);
        order.addAll(0, good);
        return order;
    }

    private static void fail(TicketServer server, Exception e) {
        if (e instanceof TicketRefusal) {
            server.refused(e);
        } else {
            server.down(e);
        }
    }

    private long take(TicketServer server) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (TicketVisit visit = new TicketVisit(plan, server, servers, this::connection)) {
                long block = visit.take();
                server.good();
                return block;
            } catch (SQLException e) {
                if (attempt == ATTEMPTS || !isConflict(e)) {
                    throw e;
                }
            }
        }
    }

    /** Another node set the row up at the same moment, or the product undid one of two transactions. */
    private static boolean isConflict(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("40") || state.startsWith("23");
    }

    private void probe(TicketServer server) {
        generators.threads().execute(PROBING, new Fetch() {

            @Override
            public void run() {
                try {
                    // Alone first: a server that hangs must not keep a connection of another one.
                    connection(server).close();
                    try (TicketVisit visit = new TicketVisit(plan, server, servers, Tickets.this::connection)) {
                        visit.probe();
                        server.good();
                    }
                } catch (SQLException | RuntimeException e) {
                    fail(server, e);
                    LOG.debug("Ticket server '{}' still fails", server.shard, e);
                } finally {
                    server.tried();
                }
            }

            @Override
            public void refused(Throwable reason) {
                server.tried();
            }
        });
    }

    private Connection connection(TicketServer server) throws SQLException {
        Connection connection = generators.connections().connection(server.shard);
        try {
            if (tablesSeen.add(server.shard)) {
                IdTable.TICKETS.require(
                        connection, server.shard, generators.settings().createTables());
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            tablesSeen.remove(server.shard);
            try {
                connection.close();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }
}
