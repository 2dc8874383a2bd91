package io.virgo.core;

import io.virgo.core.settings.ShardNames;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The shard of the current thread. Any session that is opened while a scope is open belongs to that shard for its whole life; sessions
 * that are open already do not change. The shard is not inherited by other threads: {@link #wrap(Runnable)} hands it on.
 *
 * @since 0.1
 */
public final class CurrentShard {

    private static final ThreadLocal<ShardScope> INNERMOST = new ThreadLocal<>();

    private CurrentShard() {}

    /**
     * Tells the shard of this thread.
     *
     * @return the shard of the innermost open scope, or empty if there is none
     */
    public static Optional<String> get() {
        return Optional.ofNullable(name());
    }

    /**
     * Tells the shard of this thread, which must have one.
     *
     * @return the shard of the innermost open scope
     * @throws NoCurrentShardException if no scope is open
     */
    public static String require() {
        String name = name();
        if (name == null) {
            throw new NoCurrentShardException();
        }
        return name;
    }

    /**
     * Makes a shard the current one until the scope is closed.
     *
     * @param shard the shard's name; whether a factory has such a shard shows when a session of it needs a connection
     * @return the scope, to be closed by this thread
     * @throws IllegalArgumentException if the name cannot be one of a shard, {@code DEFAULT} included; nothing changes then
     */
    public static ShardScope open(String shard) {
        String problem = ShardNames.problem(shard);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        ShardScope scope = new ShardScope(shard, INNERMOST.get());
        INNERMOST.set(scope);
        return scope;
    }

    /**
     * Runs something with a shard as the current one.
     *
     * @param shard the shard's name
     * @param action what to run
     * @throws IllegalArgumentException if the name cannot be one of a shard
     */
    @SuppressWarnings("try")
    public static void run(String shard, Runnable action) {
        try (ShardScope scope = open(shard)) {
            action.run();
        }
    }

    /**
     * Calls something with a shard as the current one.
     *
     * @param shard the shard's name
     * @param action what to call
     * @param <R> the type of the result
     * @return the result of the call
     * @throws Exception what the call throws
     * @throws IllegalArgumentException if the name cannot be one of a shard
     */
    @SuppressWarnings("try")
    public static <R> R call(String shard, Callable<R> action) throws Exception {
        try (ShardScope scope = open(shard)) {
            return action.call();
        }
    }

    /**
     * Captures the current shard, or that there is none, for a task that another thread runs. The worker gets its own state back after
     * it.
     *
     * @param task the task
     * @return the task, which runs under the shard of this moment
     */
    @SuppressWarnings("try")
    public static Runnable wrap(Runnable task) {
        String captured = name();
        return () -> {
            try (Captured state = new Captured(captured)) {
                task.run();
            }
        };
    }

    /**
     * Captures the current shard, or that there is none, for a task that another thread calls. The worker gets its own state back after
     * it.
     *
     * @param task the task
     * @param <R> the type of the result
     * @return the task, which runs under the shard of this moment
     */
    @SuppressWarnings("try")
    public static <R> Callable<R> wrap(Callable<R> task) {
        String captured = name();
        return () -> {
            try (Captured state = new Captured(captured)) {
                return task.call();
            }
        };
    }

    /**
     * Makes an executor that captures the current shard at each hand-over.
     *
     * @param executor the executor that runs the tasks
     * @return an executor whose tasks run under the shard that the submitting thread had
     */
    public static Executor wrap(Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    static @Nullable String name() {
        ShardScope scope = INNERMOST.get();
        return scope == null ? null : scope.shard();
    }

    static void restore(ShardScope ended, @Nullable ShardScope outer) {
        ended.endUpTo(INNERMOST.get());
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
    }

    /** Puts a captured state in force on this thread, the state without a shard included, and the thread's own back at the end. */
    private static final class Captured implements AutoCloseable {

        private final @Nullable ShardScope before = INNERMOST.get();
        private final @Nullable ShardScope scope;

        Captured(@Nullable String shard) {
            if (shard == null) {
                scope = null;
                INNERMOST.remove();
                ShardScope.announceNone();
            } else {
                scope = open(shard);
            }
        }

        @Override
        public void close() {
            if (scope != null) {
                scope.close();
                return;
            }
            for (ShardScope leftOver = INNERMOST.get(); leftOver != null; leftOver = INNERMOST.get()) {
                leftOver.close();
            }
            if (before != null && before.isOpen()) {
                INNERMOST.set(before);
                before.announce();
            }
        }
    }
}
