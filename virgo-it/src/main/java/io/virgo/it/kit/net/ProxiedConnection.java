package io.virgo.it.kit.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** One client's connection and its counterpart to the server, with a thread for each direction. */
final class ProxiedConnection {

    private final Socket client;
    private final Socket server = new Socket();
    private final int target;
    private final Traffic traffic;
    private final Consumer<ProxiedConnection> onEnd;
    private final Thread toServer;
    private final Thread toClient;
    private volatile boolean ended;

    /** Target 0 is no server: what the client sends is dropped. */
    ProxiedConnection(Socket client, int target, Traffic traffic, Consumer<ProxiedConnection> onEnd) {
        this.client = client;
        this.target = target;
        this.traffic = traffic;
        this.onEnd = onEnd;
        toServer = thread("virgo-kit-proxy-to-server", this::serve);
        toClient = thread("virgo-kit-proxy-to-client", () -> pump(server, client, Direction.TO_CLIENT));
    }

    private Thread thread(String name, Pump pump) {
        Thread thread = new Thread(
                () -> {
                    try {
                        pump.run();
                    } catch (IOException e) {
                        // A side has gone, so the other goes too.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        end(false);
                    }
                },
                name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        toServer.start();
    }

    boolean ended() {
        return ended;
    }

    private void serve() throws IOException, InterruptedException {
        try {
            connectAndPump();
        } finally {
            end(false);
            Threads.join(toClient);
            onEnd.accept(this);
        }
    }

    private void connectAndPump() throws IOException, InterruptedException {
        if (target == 0) {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
            return;
        }
        traffic.await(this);
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        server.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        if (!ended) {
            toClient.start();
            pump(client, server, Direction.TO_SERVER);
        }
    }

    private void pump(Socket from, Socket to, Direction direction) throws IOException, InterruptedException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[8192];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            traffic.await(this);
            if (ended) {
                return;
            }
            Traffic.Verdict verdict = traffic.decide(direction, length);
            out.write(buffer, 0, verdict.bytes());
            if (verdict.cut()) {
                cut();
                return;
            }
        }
    }

    /** Resets both sides. */
    void cut() {
        end(true);
    }

    private void end(boolean reset) {
        ended = true;
        close(client, reset);
        close(server, reset);
        traffic.wake();
    }

    private static void close(Socket socket, boolean reset) {
        try {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // Closed meanwhile.
        }
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }

    /** Waits for its threads, after {@link #cut}. */
    void join() {
        Threads.join(toServer);
        Threads.join(toClient);
    }

    private interface Pump {
        void run() throws IOException, InterruptedException;
    }
}
