package io.virgo.core.settings;

import java.util.Collection;
import java.util.Comparator;

/** Finds the legal key that a misspelt one most likely means, by Levenshtein's edit distance (Levenshtein 1966). */
final class NearestKey {

    private NearestKey() {}

    static String of(String key, Collection<String> legal) {
        return legal.stream()
                .min(Comparator.<String>comparingInt(candidate -> distance(key, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
