package io.virgo.it.ids;

import io.virgo.it.kit.Polling;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** An application node that draws ids: a JVM of its own, with a file of the ids that it drew. For one thread. */
final class IdProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Process process;
    private final Path ids;
    private final Path log;

    private IdProcess(Process process, Path ids, Path log) {
        this.process = process;
        this.ids = ids;
        this.log = log;
    }

    /**
     * Starts a node, which waits to be told to begin.
     *
     * @param folder takes its files
     * @param name of the node, another one for each start
     */
    static IdProcess start(
            Path folder, String name, Class<? extends IdSource> source, Map<String, ?> settings, int threads, long ids)
            throws IOException {
        Path file = folder.resolve(name + ".properties");
        Properties written = new Properties();
        settings.forEach((key, value) -> written.setProperty(key, String.valueOf(value)));
        try (Writer writer = Files.newBufferedWriter(file)) {
            written.store(writer, name);
        }
        Path out = folder.resolve(name + ".ids");
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        IdNode.class.getName(),
                        source.getName(),
                        file.toString(),
                        String.valueOf(threads),
                        String.valueOf(ids),
                        out.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new IdProcess(process, out, log);
    }

    /** Waits until the node could begin. */
    IdProcess awaitReady() {
        until("the node is ready", () -> Files.exists(ids));
        return this;
    }

    /** Has the node begin. */
    void begin() throws IOException {
        tell();
    }

    /** Has the node end, after it has begun, if it has not drawn all its ids yet. */
    void end() {
        try {
            tell();
        } catch (IOException e) {
            // It has ended, which awaitEnd() looks at.
        }
    }

    private void tell() throws IOException {
        process.getOutputStream().write('.');
        process.getOutputStream().flush();
    }

    /** Waits until the node has written down so many ids. */
    void awaitIds(long count) {
        until(count + " ids of " + ids.getFileName(), () -> drawn().size() >= count);
    }

    private void until(String what, BooleanSupplier condition) {
        boolean came = Polling.holdsWithin(PATIENCE, () -> {
            if (!process.isAlive() && !condition.getAsBoolean()) {
                throw new AssertionError("The node ended early: " + log());
            }
            return condition.getAsBoolean();
        });
        if (!came) {
            throw new AssertionError("Still not: " + what + "; " + log());
        }
    }

    /** Kills the node, whatever it is doing. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new AssertionError("The node cannot be killed");
        }
    }

    /** Waits until the node has drawn all its ids. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            throw new AssertionError("The node did not end well: " + log());
        }
    }

    /** The ids written down so far, without one that is cut off. */
    List<String> drawn() {
        try {
            String text = Files.exists(ids) ? Files.readString(ids, StandardCharsets.US_ASCII) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (process.isAlive()) {
            kill();
        }
    }
}
