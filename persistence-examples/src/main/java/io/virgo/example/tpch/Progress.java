package io.virgo.example.tpch;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;

/** Shows how far the loading is: a bar on a terminal, a line for each tenth elsewhere. */
final class Progress {

    private static final int WIDTH = 30;

    private final PrintStream out;
    private final boolean terminal;
    private final long total;
    private final long start = System.nanoTime();
    private long done;
    private long shown = -1;

    Progress(PrintStream out, boolean terminal, long total) {
        this.out = out;
        this.terminal = terminal;
        this.total = total;
    }

    /** Newer Java has a console object even without a terminal, and a method that tells. */
    @SuppressWarnings("SystemConsoleNull") // the console of newer Java is asked below
    static boolean onTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }

    void add(long rows) {
        done += rows;
        long percent = total == 0 ? 100 : done * 100 / total;
        long step = terminal ? percent : percent / 10;
        if (step != shown) {
            shown = step;
            show(percent);
        }
    }

    private void show(long percent) {
        double seconds = (System.nanoTime() - start) / 1e9;
        String text = String.format(
                Locale.ROOT,
                "%3d %%  %,d of %,d rows  %,.0f rows/s",
                percent,
                done,
                total,
                done / Math.max(seconds, 0.001));
        if (terminal) {
            int full = (int) (percent * WIDTH / 100);
            out.print("\r[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + text + "   ");
            if (done == total) {
                out.println();
            }
            out.flush();
        } else {
            out.println(text);
        }
    }
}
