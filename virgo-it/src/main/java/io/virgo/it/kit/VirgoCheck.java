package io.virgo.it.kit;

import io.virgo.core.CurrentShard;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit extension that fails a test which ends with the thread's shard still set or, for databases that it watches, with a connection open; then it
 * cleans up, so that the next test is not hit. It looks after the test's own {@code @AfterEach} methods. Tests that share databases must not run at the
 * same time.
 *
 * <pre>{@code
 * @AutoClose
 * static final ShardDatabases DATABASES = ShardDatabases.h2("eu", "us");
 *
 * @RegisterExtension
 * static final VirgoCheck CHECK = VirgoCheck.watching(DATABASES).toleratingPools();
 *
 * @Test
 * void storesABook() {
 *     ShardedEntityManager em = CHECK.rolledBack(ShardManager.extend(emf.createEntityManager()));
 *     ...
 * }
 * }</pre>
 */
public final class VirgoCheck
        implements BeforeEachCallback, AfterTestExecutionCallback, AfterEachCallback, AfterAllCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(VirgoCheck.class);
    // How long a red test takes: a server may list a session for a moment after its client has gone. Not longer, for a
    // connection that a test has
    // only forgotten would be closed by the garbage collector meanwhile.
    private static final Duration BOUND = Duration.ofSeconds(2);

    private static final ThreadLocal<List<EntityManager>> MANAGERS = new ThreadLocal<>();

    private final List<Supplier<ShardDatabases>> watched;
    private final boolean pools;

    /** Checks the thread's shard alone, for {@code @ExtendWith}. */
    public VirgoCheck() {
        this(List.of(), false);
    }

    private VirgoCheck(List<Supplier<ShardDatabases>> watched, boolean pools) {
        this.watched = watched;
        this.pools = pools;
    }

    /** Checks these databases too. */
    public static VirgoCheck watching(ShardDatabases databases) {
        return watching(() -> databases);
    }

    /** Checks databases that are known only when a test begins; they must not be closed before the check looks. */
    public static VirgoCheck watching(Supplier<ShardDatabases> databases) {
        return new VirgoCheck(List.of(databases), false);
    }

    /** The same check for tests whose pools live on: an idle connection may stay, one with an unfinished transaction or statement may not. */
    public VirgoCheck toleratingPools() {
        return new VirgoCheck(watched, true);
    }

    /**
     * Begins a transaction that is rolled back when the test method ends, before its {@code @AfterEach} methods, and has the manager closed then; with a manager that knows shards, on each shard
     * that it touched. To be called by the test's thread.
     *
     * @return the manager given
     */
    public <M extends EntityManager> M rolledBack(M manager) {
        List<EntityManager> mine = MANAGERS.get();
        if (mine == null) {
            mine = new ArrayList<>();
            MANAGERS.set(mine);
        }
        mine.add(manager);
        manager.getTransaction().begin();
        return manager;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        context.getStore(NAMESPACE).put(this, leftovers(Set.of()));
    }

    // Before the test's own @AfterEach methods, which may close the factory.
    @Override
    public void afterTestExecution(ExtensionContext context) {
        Findings findings = new Findings("The test's transaction");
        rollBack(findings);
        findings.report();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Findings findings = new Findings("The test");
        checkShard(findings);
        @SuppressWarnings("unchecked")
        Set<OpenSession> before = context.getStore(NAMESPACE).remove(this, Set.class);
        checkConnections(before == null ? Set.of() : before, findings);
        findings.report();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Findings findings = new Findings("The class's own set-up or clean-up");
        checkShard(findings);
        findings.report();
    }

    private static void rollBack(Findings findings) {
        List<EntityManager> mine = MANAGERS.get();
        MANAGERS.remove();
        if (mine == null) {
            return;
        }
        for (EntityManager manager : mine) {
            try (manager) {
                if (manager.isOpen() && manager.getTransaction().isActive()) {
                    manager.getTransaction().rollback();
                }
            } catch (RuntimeException e) {
                findings.add("could not be rolled back: " + e.getMessage(), e);
            }
        }
    }

    private static void checkShard(Findings findings) {
        CurrentShard.get().ifPresent(shard -> {
            findings.add(
                    "ended with the shard " + shard + " set on its thread: close the ShardScope that open() returned");
            LeftScopes.close();
        });
    }

    private void checkConnections(Set<OpenSession> before, Findings findings) {
        if (Polling.holdsWithin(BOUND, () -> leftovers(before).isEmpty())) {
            return;
        }
        Set<OpenSession> left = leftovers(before);
        for (Supplier<ShardDatabases> each : watched) {
            ShardDatabases databases = each.get();
            for (OpenSession session : databases.isClosed() ? List.<OpenSession>of() : databases.sessions()) {
                if (left.contains(Sessions.identity(session))) {
                    findings.add("left connection " + session.id() + " to shard " + session.shard()
                            + (session.busy() ? " with unfinished work: " : " open: ") + session.statement());
                    databases.openings(session.shard()).forEach(findings::addTrace);
                    databases.kill(session);
                }
            }
        }
    }

    private Set<OpenSession> leftovers(Set<OpenSession> before) {
        return watched.stream()
                .map(Supplier::get)
                .filter(databases -> !databases.isClosed())
                .flatMap(databases -> databases.sessions().stream())
                .filter(session -> session.busy() || !pools)
                .map(Sessions::identity)
                .filter(session -> !before.contains(session))
                .collect(Collectors.toSet());
    }
}
