package io.virgo.it.kit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on 127.0.0.1 before a server on 127.0.0.1, that forwards until it is told to break. Its port stays the same whatever happens. Closing it
 * resets its connections and waits for its threads to end. Safe for use by several threads.
 */
public final class TcpFaultProxy implements AutoCloseable {

    private final int target;
    private final int port;
    private final Traffic traffic = new Traffic();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private @Nullable Acceptor acceptor;
    private boolean closed;

    private TcpFaultProxy(int target) {
        this.target = target;
        Acceptor first = new Acceptor(0);
        acceptor = first;
        port = first.port();
        first.start();
    }

    /**
     * Opens a proxy that forwards to a port of this machine.
     *
     * @throws UncheckedIOException if the machine has no free port
     */
    public static TcpFaultProxy before(int targetPort) {
        return new TcpFaultProxy(targetPort);
    }

    /** The proxy's own port. */
    public int port() {
        return port;
    }

    /** How many connections it has accepted so far. */
    public long accepted() {
        return accepted.get();
    }

    /** How many client connections are open at this moment. */
    public int connections() {
        return (int)
                connections.stream().filter(connection -> !connection.ended()).count();
    }

    /** How many bytes of clients it has passed to the server. */
    public long bytesToServer() {
        return traffic.passed(Direction.TO_SERVER);
    }

    /** How many bytes of the server it has passed to clients. */
    public long bytesToClient() {
        return traffic.passed(Direction.TO_CLIENT);
    }

    /**
     * Ends every fault: accepts again and forwards what was held back by {@link #blackHole}. Connections that lost bytes to {@link #swallowAnswers} are
     * reset, for the rest of their stream would make no sense.
     */
    public synchronized void resume() {
        if (closed) {
            throw new IllegalStateException("The proxy is closed");
        }
        if (traffic.forward()) {
            cutNow();
        }
        if (acceptor == null) {
            acceptor = new Acceptor(port);
            acceptor.start();
        }
    }

    /** Closes the port, so that new connections are refused; those that exist go on. */
    public synchronized void refuse() {
        if (acceptor != null) {
            acceptor.close();
            acceptor = null;
        }
    }

    /**
     * Accepts connections and answers nothing; connections that exist fall silent both ways until {@link #resume}, and are
     * not seen to be closed by their clients before.
     */
    public void blackHole() {
        traffic.hold();
    }

    /** Passes what clients send and drops what the server answers: the work is done and nobody hears of it. */
    public void swallowAnswers() {
        traffic.swallowAnswers();
    }

    /** Resets all connections that exist. */
    public void cutNow() {
        connections.forEach(ProxiedConnection::cut);
    }

    /** Resets a connection once that many more bytes in all have passed to the server. */
    public void cutAfterToServer(long bytes) {
        traffic.cutAfter(Direction.TO_SERVER, bytes);
    }

    /** Resets a connection once that many more bytes in all have passed to clients. */
    public void cutAfterToClient(long bytes) {
        traffic.cutAfter(Direction.TO_CLIENT, bytes);
    }

    /** Holds each piece of traffic back for that time, each way; zero ends it. */
    public void latency(Duration time) {
        traffic.latency(time);
    }

    @Override
    public void close() {
        Acceptor last;
        synchronized (this) {
            closed = true;
            last = acceptor;
            acceptor = null;
        }
        if (last != null) {
            last.close();
        }
        traffic.close();
        for (ProxiedConnection connection : connections) {
            connection.cut();
            connection.join();
        }
    }

    /** Accepts on a port until closed. */
    private final class Acceptor extends Thread {

        private final ServerSocket socket;

        Acceptor(int wanted) {
            super("virgo-kit-proxy");
            setDaemon(true);
            try {
                socket = new ServerSocket();
                // A port with connections of its own that linger can be had again at once.
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), 200);
            } catch (IOException e) {
                throw new UncheckedIOException("No port " + wanted + " for the proxy", e);
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        @Override
        public void run() {
            while (!socket.isClosed()) {
                try {
                    accept(socket.accept());
                } catch (IOException e) {
                    // Closed, or a client that has gone again: the loop's condition tells.
                }
            }
        }

        private void accept(Socket client) {
            accepted.incrementAndGet();
            ProxiedConnection connection = new ProxiedConnection(client, target, traffic, connections::remove);
            connections.add(connection);
            connection.start();
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Threads.join(this);
        }
    }
}
