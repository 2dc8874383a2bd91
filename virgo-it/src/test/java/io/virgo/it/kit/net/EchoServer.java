package io.virgo.it.kit.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends back what it gets. */
final class EchoServer implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    EchoServer() throws IOException {
        daemon(() -> {
            while (true) {
                Socket client = server.accept();
                daemon(() -> client.getInputStream().transferTo(client.getOutputStream()));
            }
        });
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The test has ended, or cut the connection on purpose.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private interface Work {
        void run() throws IOException;
    }
}
