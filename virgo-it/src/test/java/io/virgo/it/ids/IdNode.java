package io.virgo.it.ids;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** The main class of an {@link IdProcess}: several threads draw ids and write each down, so that those of a killed process are known. */
public final class IdNode {

    private static final int BATCH = 100;

    private IdNode() {}

    /**
     * Arguments: class of the source, file with its settings, number of threads, number of ids, file for the ids, which is made when the
     * source is open. A byte on the input has the threads begin, a second one has them end.
     */
    public static void main(String[] args) throws Exception {
        AtomicLong left = new AtomicLong(Long.parseLong(args[3]));
        CountDownLatch begin = new CountDownLatch(1);
        obeyTheTest(begin, left);
        try (IdSource source =
                (IdSource) Class.forName(args[0]).getConstructor().newInstance()) {
            source.open(settings(Path.of(args[1])));
            try (FileChannel out =
                    FileChannel.open(Path.of(args[4]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                begin.await();
                draw(source, Integer.parseInt(args[2]), left, out);
            }
        }
    }

    private static void draw(IdSource source, int threads, AtomicLong left, FileChannel out) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                done.add(workers.submit(() -> {
                    StringBuilder ids = new StringBuilder();
                    for (int drawn = 1; left.getAndDecrement() > 0; drawn++) {
                        ids.append(source.next()).append('\n');
                        if (drawn % BATCH == 0) {
                            write(out, ids);
                        }
                    }
                    write(out, ids);
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            workers.shutdownNow();
        }
    }

    /** To the operating system, which keeps it when the process is killed. */
    private static void write(FileChannel out, StringBuilder ids) {
        ByteBuffer bytes = ByteBuffer.wrap(ids.toString().getBytes(StandardCharsets.US_ASCII));
        ids.setLength(0);
        try {
            synchronized (out) {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> settings(Path file) throws IOException {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
        }
        Map<String, String> settings = new HashMap<>();
        read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
        return settings;
    }

    /** The test's end of the pipe closes even if its JVM dies. */
    private static void obeyTheTest(CountDownLatch begin, AtomicLong left) {
        Thread watch = new Thread(() -> {
            try (Reader in = new InputStreamReader(System.in, StandardCharsets.US_ASCII)) {
                while (in.read() >= 0) {
                    if (begin.getCount() == 0) {
                        left.set(0);
                    }
                    begin.countDown();
                }
            } catch (IOException e) {
                // Gone as well.
            }
            Runtime.getRuntime().halt(3);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
