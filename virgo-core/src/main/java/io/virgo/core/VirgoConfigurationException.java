package io.virgo.core;

import java.util.List;

/**
 * The settings or the mapping cannot work; thrown at start with everything that is wrong.
 *
 * @since 0.1
 */
public final class VirgoConfigurationException extends VirgoException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /**
     * Creates the exception.
     *
     * @param problems the problems, each starting with the setting or the name of what is wrong
     */
    public VirgoConfigurationException(List<String> problems) {
        super(text(problems), null);
        this.problems = List.copyOf(problems);
    }

    private static String text(List<String> problems) {
        return (problems.size() == 1 ? "1 problem keeps" : problems.size() + " problems keep")
                + " the sharded factory from starting:\n  - "
                + String.join("\n  - ", problems);
    }

    /**
     * Gives the problems one by one.
     *
     * @return the problems, each starting with the setting or the name of what is wrong
     */
    public List<String> problems() {
        return problems;
    }
}
