package io.virgo.it.kit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.kit.Polling;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpFaultProxyTest {

    private static final int SHORT = 50;

    private EchoServer server;
    private TcpFaultProxy proxy;
    private Socket client;

    @BeforeEach
    void open() throws IOException {
        server = new EchoServer();
        proxy = TcpFaultProxy.before(server.port());
        client = connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        server.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("virgo-kit-proxy"));
    }

    @Test
    void forwardsAndCounts() throws IOException {
        assertThat(echo(client, 42)).isEqualTo(42);
        assertThat(proxy.accepted()).isEqualTo(1);
        assertThat(proxy.connections()).isEqualTo(1);
        assertThat(proxy.bytesToServer()).isEqualTo(1);
        assertThat(proxy.bytesToClient()).isEqualTo(1);
    }

    @Test
    void refusesNewConnectionsAndKeepsOld() throws IOException {
        echo(client, 1);
        proxy.refuse();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        assertThat(echo(client, 2)).isEqualTo(2);
        proxy.resume();
        try (Socket later = connect()) {
            assertThat(echo(later, 3)).isEqualTo(3);
        }
    }

    @Test
    void blackHoleHoldsEverythingUntilResume() throws IOException {
        echo(client, 1);
        proxy.blackHole();
        client.setSoTimeout(SHORT);
        assertThatThrownBy(() -> echo(client, 2)).isInstanceOf(SocketTimeoutException.class);
        try (Socket later = connect()) {
            later.setSoTimeout(SHORT);
            assertThatThrownBy(() -> echo(later, 3)).isInstanceOf(SocketTimeoutException.class);
            proxy.resume();
            client.setSoTimeout(0);
            later.setSoTimeout(0);
            assertThat(client.getInputStream().read()).isEqualTo(2);
            assertThat(later.getInputStream().read()).isEqualTo(3);
        }
    }

    @Test
    void swallowsAnswersAndCutsAtResume() throws IOException {
        proxy.swallowAnswers();
        client.setSoTimeout(SHORT);
        assertThatThrownBy(() -> echo(client, 1)).isInstanceOf(SocketTimeoutException.class);
        assertThat(proxy.bytesToServer()).isEqualTo(1);
        assertThat(proxy.bytesToClient()).isZero();
        proxy.resume();
        assertCut(client);
    }

    @Test
    void cutsAllAtOnce() throws IOException {
        echo(client, 1);
        proxy.cutNow();
        assertCut(client);
        try (Socket later = connect()) {
            assertThat(echo(later, 2)).isEqualTo(2);
        }
    }

    @Test
    void cutsAfterBytesToServer() throws IOException {
        echo(client, 1);
        proxy.cutAfterToServer(2);
        echo(client, 2);
        client.getOutputStream().write(new byte[] {3, 4, 5});
        assertCut(client);
        assertThat(proxy.bytesToServer()).isEqualTo(3);
    }

    @Test
    void cutsAfterBytesToClient() throws IOException {
        proxy.cutAfterToClient(1);
        client.getOutputStream().write(new byte[] {1, 2});
        assertCut(client);
        assertThat(proxy.bytesToClient()).isEqualTo(1);
    }

    @Test
    void latencyHoldsBackAndEndsAtResume() throws IOException {
        proxy.latency(Duration.ofHours(1));
        client.setSoTimeout(SHORT);
        assertThatThrownBy(() -> echo(client, 7)).isInstanceOf(SocketTimeoutException.class);
        proxy.resume();
        client.setSoTimeout(0);
        assertThat(client.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void closeEndsHeldConnections() throws IOException {
        proxy.blackHole();
        client.getOutputStream().write(1);
        proxy.close();
        assertCut(client);
    }

    @Test
    void blackHoleAcceptsAndNeverAnswers() throws IOException {
        try (BlackHole hole = new BlackHole();
                Socket victim = new Socket(InetAddress.getLoopbackAddress(), hole.port())) {
            victim.setSoTimeout(SHORT);
            assertThatThrownBy(() -> echo(victim, 1)).isInstanceOf(SocketTimeoutException.class);
            assertThat(hole.accepted()).isEqualTo(1);
            assertThat(hole.connections()).isEqualTo(1);
            victim.shutdownOutput();
            Polling.until("the hole sees that its victim has gone", () -> hole.connections() == 0);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static int echo(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        return socket.getInputStream().read();
    }

    private static void assertCut(Socket socket) throws IOException {
        socket.setSoTimeout(0);
        assertThatThrownBy(() -> {
                    while (socket.getInputStream().read() >= 0) {
                        // What came before the cut.
                    }
                })
                .isInstanceOf(SocketException.class);
    }
}
