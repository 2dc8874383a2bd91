package io.virgo.it.kit;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of one server process of this JVM, below the user's folder in the temporary folder. They go with the JVM; what a killed JVM has left, the
 * process included, goes when the next one makes its own. The unpacked program is shared and stays.
 */
final class WorkFolder {

    private final Path home;
    private final String product;
    private final Path path;

    private WorkFolder(Path home, String product, Path path) {
        this.home = home;
        this.product = product;
        this.path = path;
    }

    static WorkFolder create(String product) throws IOException {
        Path home = Files.createDirectories(
                Path.of(System.getProperty("java.io.tmpdir"), "virgo-kit-" + System.getProperty("user.name")));
        removeLeftovers(home, product);
        long owner = ProcessHandle.current().pid();
        return new WorkFolder(home, product, Files.createTempDirectory(home, product + "-" + owner + "-"));
    }

    Path path() {
        return path;
    }

    Path program() {
        return home.resolve(product);
    }

    Path log() {
        return path.resolve("server.log");
    }

    Path pidFile() {
        return path.resolve("server.pid");
    }

    /** Does something that no other JVM may do at the same time. */
    <R> R locked(Work<R> work) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        home.resolve(product + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assert lock.isValid();
            return work.run();
        }
    }

    /** At the end of the JVM, ends the process and deletes the files. */
    void deleteAfter(Process process) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            process.destroyForcibly().onExit().join();
                            delete(path);
                        },
                        "virgo-kit-" + product + "-stop"));
    }

    private static void removeLeftovers(Path home, String product) throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(home)) {
            folders = entries.filter(entry -> ownerIsGone(entry, product)).toList();
        }
        for (Path folder : folders) {
            Path pidFile = folder.resolve("server.pid");
            if (Files.exists(pidFile)) {
                kill(Long.parseLong(Files.readString(pidFile).trim()), product);
            }
            delete(folder);
        }
    }

    private static boolean ownerIsGone(Path folder, String product) {
        String[] parts = folder.getFileName().toString().split("-", 3);
        return parts.length == 3
                && parts[0].equals(product)
                && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty();
    }

    // The number may belong to another process by now.
    private static void kill(long pid, String product) {
        ProcessHandle.of(pid)
                .filter(process -> process.info().command().orElse("").contains(product))
                .ifPresent(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            // Left to the next JVM.
        }
    }

    interface Work<R> {
        R run() throws IOException;
    }
}
