package io.virgo.example.route;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How many keys went to each shard, as a bar chart in text or as a picture. */
final class Distribution {

    private static final int WIDTH = 40;
    private static final int BAR_HEIGHT = 24;
    private static final int PICTURE_WIDTH = 640;
    private static final int TEXT_LEFT = 140;
    private static final int TEXT_RIGHT = 140;

    private final Map<String, Long> counts = new LinkedHashMap<>();

    Distribution(Collection<String> shards) {
        shards.forEach(shard -> counts.put(shard, 0L));
    }

    void add(String shard) {
        counts.merge(shard, 1L, Long::sum);
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private long highest() {
        return Math.max(
                1, counts.values().stream().mapToLong(Long::longValue).max().orElse(1));
    }

    private String share(long count) {
        return String.format(Locale.ROOT, "%,d  %.1f %%", count, 100.0 * count / Math.max(1, total()));
    }

    void print(PrintStream out) {
        int name = counts.keySet().stream().mapToInt(String::length).max().orElse(1);
        counts.forEach((shard, count) -> {
            int full = (int) (count * WIDTH / highest());
            out.printf(
                    "  %-" + name + "s  %s%s  %s%n", shard, "#".repeat(full), " ".repeat(WIDTH - full), share(count));
        });
    }

    String svg(String title) {
        int height = BAR_HEIGHT * (counts.size() + 2);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">%n",
                PICTURE_WIDTH,
                height));
        svg.append(String.format("  <text x=\"8\" y=\"18\">%s</text>%n", escaped(title)));
        int y = BAR_HEIGHT + 8;
        for (Map.Entry<String, Long> entry : counts.entrySet()) {
            long width = entry.getValue() * (PICTURE_WIDTH - TEXT_LEFT - TEXT_RIGHT) / highest();
            svg.append(String.format(
                    Locale.ROOT, "  <text x=\"8\" y=\"%d\">%s</text>%n", y + 15, escaped(entry.getKey())));
            svg.append(String.format(
                    Locale.ROOT,
                    "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#4477aa\"/>%n",
                    TEXT_LEFT,
                    y,
                    width,
                    BAR_HEIGHT - 6));
            svg.append(String.format(
                    Locale.ROOT,
                    "  <text x=\"%d\" y=\"%d\">%s</text>%n",
                    TEXT_LEFT + width + 8,
                    y + 15,
                    share(entry.getValue())));
            y += BAR_HEIGHT;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
