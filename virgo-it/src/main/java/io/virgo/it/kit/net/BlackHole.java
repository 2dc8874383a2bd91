package io.virgo.it.kit.net;

/**
 * A port on 127.0.0.1 that accepts connections and never answers, as a server that hangs. Closing it resets its connections and leaves no thread. Safe
 * for use by several threads.
 */
public final class BlackHole implements AutoCloseable {

    private final TcpFaultProxy proxy;

    /**
     * Opens the port.
     *
     * @throws java.io.UncheckedIOException if the machine has no free port
     */
    public BlackHole() {
        proxy = TcpFaultProxy.before(0);
        proxy.blackHole();
    }

    /** The port. */
    public int port() {
        return proxy.port();
    }

    /** {@code 127.0.0.1:<port>}, as it stands in a JDBC URL. */
    public String address() {
        return "127.0.0.1:" + port();
    }

    /** How many connections it has accepted so far. */
    public long accepted() {
        return proxy.accepted();
    }

    /** How many clients hang in it at this moment. */
    public int connections() {
        return proxy.connections();
    }

    /** Resets the connections that hang in it; it goes on accepting. */
    public void cutNow() {
        proxy.cutNow();
    }

    @Override
    public void close() {
        proxy.close();
    }
}
