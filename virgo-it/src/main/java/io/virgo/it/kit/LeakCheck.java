package io.virgo.it.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares what runs before a persistence unit is opened with what is left after it was closed: threads of connection pools and of Virgo, any thread that
 * keeps a JVM alive, and connections to the databases. For one thread.
 *
 * <pre>{@code
 * LeakCheck leaks = LeakCheck.begin(databases);
 * try (EntityManagerFactory emf = ...) {
 *     ...
 * }
 * leaks.assertNothingLeft();
 * }</pre>
 */
public final class LeakCheck {

    // The kit itself is no leak: its proxies have threads that come and go.
    private static final Pattern POOL = Pattern.compile("(?i)hikari|c3p0|mchange|agroal|virgo(?!-kit|\\.it\\.)");
    private static final Pattern POOL_CODE =
            Pattern.compile("com\\.zaxxer\\.hikari|com\\.mchange|io\\.agroal|io\\.virgo\\.(core|jpa|bulk)\\.");

    private final List<ShardDatabases> databases;
    private final Set<Thread> threadsBefore;
    private final Set<OpenSession> sessionsBefore;

    private LeakCheck(List<ShardDatabases> databases) {
        this.databases = databases;
        threadsBefore = Set.copyOf(Thread.getAllStackTraces().keySet());
        sessionsBefore = Sessions.identities(databases);
    }

    /** Remembers what runs now, the sessions of these databases included. */
    public static LeakCheck begin(ShardDatabases... databases) {
        return new LeakCheck(List.of(databases));
    }

    /**
     * Waits until nothing is left that was not there at the beginning.
     *
     * @throws AssertionError that names every leftover, if some do not go within a generous bound
     */
    public void assertNothingLeft() {
        assertNothingLeftWithin(Polling.BOUND);
    }

    void assertNothingLeftWithin(Duration bound) {
        List<String> left = new ArrayList<>();
        Polling.holdsWithin(bound, () -> {
            left.clear();
            left.addAll(leftovers());
            return left.isEmpty();
        });
        if (!left.isEmpty()) {
            throw new AssertionError("Left after the end:\n  " + String.join("\n  ", left));
        }
    }

    private List<String> leftovers() {
        List<String> left = new ArrayList<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (!threadsBefore.contains(thread) && thread.isAlive() && isLeak(thread, stack)) {
                left.add((thread.isDaemon() ? "thread " : "non-daemon thread ")
                        + thread.getName()
                        + (stack.length == 0 ? "" : " at " + stack[0]));
            }
        });
        Set<OpenSession> now = new HashSet<>(Sessions.identities(databases));
        now.removeAll(sessionsBefore);
        now.forEach(session -> left.add("connection " + session.id() + " to shard " + session.shard()));
        return left;
    }

    private static boolean isLeak(Thread thread, StackTraceElement[] stack) {
        return !thread.isDaemon()
                || POOL.matcher(thread.getName() + " " + thread.getClass().getName())
                        .find()
                || Stream.of(stack)
                        .anyMatch(
                                frame -> POOL_CODE.matcher(frame.getClassName()).lookingAt());
    }
}
