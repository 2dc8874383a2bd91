package io.virgo.it.ids;

import java.util.Map;

/** Gives ids in a process of its own. An implementation has a public constructor without parameters. Thread-safe between open and close. */
public interface IdSource extends AutoCloseable {

    /** Opens whatever the ids come from. */
    void open(Map<String, String> settings);

    /** The next id. */
    Object next();

    @Override
    void close();
}
