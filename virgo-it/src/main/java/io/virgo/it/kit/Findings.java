package io.virgo.it.kit;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a test, to tell it all at once. */
final class Findings {

    private final String subject;
    private final List<String> texts = new ArrayList<>();
    private final List<Throwable> traces = new ArrayList<>();

    Findings(String subject) {
        this.subject = subject;
    }

    void add(String text) {
        texts.add(text);
    }

    void add(String text, Throwable cause) {
        texts.add(text);
        traces.add(cause);
    }

    void addTrace(Throwable trace) {
        traces.add(trace);
    }

    void report() {
        if (!texts.isEmpty()) {
            AssertionError failure = new AssertionError(subject + " " + String.join("; it ", texts));
            traces.stream().distinct().forEach(failure::addSuppressed);
            throw failure;
        }
    }
}
