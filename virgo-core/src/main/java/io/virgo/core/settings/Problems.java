package io.virgo.core.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects everything that is wrong with the settings, so that a start fails once and tells all. Not thread-safe. */
public final class Problems {

    private final List<String> found = new ArrayList<>();

    /** Creates an empty collection. */
    public Problems() {}

    /**
     * Adds a problem.
     *
     * @param key the setting that is wrong
     * @param text what is wrong with it and what to do
     */
    public void add(String key, String text) {
        found.add(key + ": " + text);
    }

    /**
     * Adds a key that nobody knows.
     *
     * @param key the key
     * @param legal the keys that are known in its place, at least one
     */
    public void addUnknown(String key, Collection<String> legal) {
        add(key, "unknown key; the nearest legal one is " + NearestKey.of(key, legal));
    }

    /**
     * Gives what was found.
     *
     * @return the problems in the order in which they were found, each starting with its key
     */
    public List<String> list() {
        return List.copyOf(found);
    }
}
