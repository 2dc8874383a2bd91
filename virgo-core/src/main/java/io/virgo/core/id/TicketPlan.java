package io.virgo.core.id;

import java.util.HashSet;
import java.util.List;
import org.hibernate.MappingException;
import org.hibernate.id.IdentifierGenerationException;

/** What the annotation says of tickets: which servers count what, and which ids a block has. */
record TicketPlan(String name, List<String> servers, int maxServers, int blockSize) {

    private static final int LONGEST_NAME = 100;

    static TicketPlan of(TicketId annotation, String name, String where) {
        TicketPlan plan =
                new TicketPlan(name, List.of(annotation.servers()), annotation.maxServers(), annotation.blockSize());
        String problem = plan.problem();
        if (!problem.isEmpty()) {
            throw new MappingException(where + ": " + problem);
        }
        return plan;
    }

    private String problem() {
        if (servers.size() < 2) {
            return "servers names " + servers + "; ids need two ticket servers at least, or take @GlobalSequence";
        }
        if (new HashSet<>(servers).size() < servers.size()) {
            return "servers names one shard twice: " + servers;
        }
        if (maxServers < servers.size()) {
            return "maxServers is " + maxServers + ", less than the " + servers.size() + " servers";
        }
        if (blockSize < 1) {
            return "blockSize is " + blockSize + "; it has to be 1 at least";
        }
        return name.length() > LONGEST_NAME
                ? "the name is longer than " + LONGEST_NAME + " characters; give a shorter one by name"
                : "";
    }

    /** The ids of a server's n-th block. */
    Block block(int server, long n) {
        try {
            long number = Math.addExact(Math.multiplyExact(n, (long) maxServers), server);
            long first = Math.addExact(Math.multiplyExact(number, (long) blockSize), 1);
            Math.addExact(first, (long) blockSize);
            return new Block(first, blockSize);
        } catch (ArithmeticException e) {
            throw new IdentifierGenerationException(
                    "the tickets of '" + name + "' on server '" + servers.get(server) + "' are used up at block " + n,
                    e);
        }
    }
}
