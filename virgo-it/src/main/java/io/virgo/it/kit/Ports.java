package io.virgo.it.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports. */
final class Ports {

    private Ports() {}

    /** A port of 127.0.0.1 that nobody uses at this moment. */
    static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
