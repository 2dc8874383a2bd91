package io.virgo.it.kit.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The control of one database behind the {@link FaultDriver}: sets faults, counts connections, records statements. Rules are asked in the order set, the
 * first that strikes decides; a plan decides where no rule did. Safe for use by several threads.
 *
 * <pre>{@code
 * faults.at(FaultPoint.EXECUTE).matching("insert into book").onCall(3).once().fail("23505");
 * faults.at(FaultPoint.COMMIT).after().fail("08006");
 * FaultRule hang = faults.at(FaultPoint.CONNECT).hang();
 * hang.awaitHit();
 * hang.release();
 * }</pre>
 */
public final class Faults implements AutoCloseable {

    private static final int STATEMENTS_KEPT = 10_000;

    private final String name;
    private final String url;
    private final Runnable uninstall;
    private final List<FaultRule> rules = new CopyOnWriteArrayList<>();
    private final Map<FaultPoint, AtomicLong> calls = new EnumMap<>(FaultPoint.class);
    private final Deque<String> statements = new ArrayDeque<>();
    private final Set<OpenConnection<?>> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong opened = new AtomicLong();
    private volatile @Nullable FaultPlan plan;

    Faults(String name, String url, Runnable uninstall) {
        this.name = name;
        this.url = url;
        this.uninstall = uninstall;
        for (FaultPoint point : FaultPoint.values()) {
            calls.put(point, new AtomicLong());
        }
    }

    /** The shard's name. */
    public String name() {
        return name;
    }

    /** The URL that leads through the fault driver. */
    public String url() {
        return url;
    }

    /** Begins a rule. */
    public FaultTrigger at(FaultPoint point) {
        return new FaultTrigger(this, point);
    }

    /** Follows a plan of random faults, in place of an earlier one. */
    public void follow(FaultPlan newPlan) {
        plan = newPlan;
    }

    /** Takes all rules and the plan out of force and lets go all held calls. */
    public void clear() {
        plan = null;
        for (FaultRule rule : rules) {
            rule.remove();
        }
    }

    /** How often a point was reached, struck or not. */
    public long calls(FaultPoint point) {
        return counter(point).get();
    }

    /** How many connections were opened. */
    public long opened() {
        return opened.get();
    }

    /** How many connections were really closed; one whose close failed before it took effect, or was pretended, is not. */
    public long closed() {
        return opened.get() - open.size();
    }

    /** How many connections are really open at this moment. */
    public int open() {
        return open.size();
    }

    /** Where each open connection was opened. */
    public List<Throwable> openings() {
        return open.stream().<Throwable>map(OpenConnection::opening).toList();
    }

    /** The SQL of the last 10,000 executions, in order; of a prepared batch once per batch. */
    public List<String> statements() {
        synchronized (statements) {
            return new ArrayList<>(statements);
        }
    }

    /** Forgets the statements. */
    public void clearStatements() {
        synchronized (statements) {
            statements.clear();
        }
    }

    /** Really closes the connections that are still open, whatever the rules say. */
    public void closeConnections() {
        open.forEach(OpenConnection::close);
    }

    /** Lets go all held calls, closes all connections and makes the URL invalid. */
    @Override
    public void close() {
        uninstall.run();
        clear();
        closeConnections();
    }

    /** The XA data source with the same faults, counts and records. */
    public XADataSource wrap(XADataSource source) {
        return Intercepted.proxy(XADataSource.class, new XaSourceProxy(this, source));
    }

    Connection open(Opening<Connection> real) throws SQLException {
        OpenConnection<Connection> made = connect(real, Connection::close);
        return Intercepted.proxy(Connection.class, new ConnectionProxy(this, made.real(), made.patience(), made::gone));
    }

    <C> OpenConnection<C> connect(Opening<C> opening, OpenConnection.Closing<C> closing) throws SQLException {
        Patience patience = new Patience(null);
        AtomicReference<OpenConnection<C>> made = new AtomicReference<>();
        try {
            pass(FaultPoint.CONNECT, "", patience, () -> {
                made.set(new OpenConnection<>(opening.open(), closing, patience, open));
                opened.incrementAndGet();
                return null;
            });
            return Objects.requireNonNull(made.get(), "pass() made the call");
        } catch (Throwable e) {
            OpenConnection<C> unwanted = made.get();
            if (unwanted != null) {
                unwanted.close();
            }
            throw rethrown(e);
        }
    }

    private static SQLException rethrown(Throwable e) throws SQLException {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof SQLException sql ? sql : new SQLException(e);
    }

    /** Counts the call and lets the rules and the plan decide what becomes of it. */
    @Nullable
    Object pass(FaultPoint point, String text, Patience patience, RealCall call) throws Throwable {
        long number = counter(point).incrementAndGet();
        FaultRule struck = null;
        for (FaultRule rule : rules) {
            // Each rule counts each call, also one that another rule decides.
            if (rule.strikes(point, text) && struck == null) {
                struck = rule;
            }
        }
        return struck != null ? struck.apply(call, patience) : passPlan(point, number, call);
    }

    private @Nullable Object passPlan(FaultPoint point, long number, RealCall call) throws Throwable {
        FaultPlan followed = plan;
        FaultRule.Effect effect = followed == null ? FaultRule.Effect.NOTHING : followed.decide(name, point, number);
        if (effect != FaultRule.Effect.BEFORE) {
            Object result = call.run();
            if (effect == FaultRule.Effect.NOTHING) {
                return result;
            }
        }
        String when = effect == FaultRule.Effect.AFTER ? " (after it took effect)" : "";
        throw FaultTrigger.failure(
                point, "Injected at " + point + when + " on shard " + name + ", call " + number + " of " + followed);
    }

    void record(String sql) {
        synchronized (statements) {
            if (statements.size() == STATEMENTS_KEPT) {
                statements.removeFirst();
            }
            statements.addLast(sql);
        }
    }

    FaultRule add(FaultRule rule) {
        rules.add(rule);
        return rule;
    }

    void remove(FaultRule rule) {
        rules.remove(rule);
    }

    private AtomicLong counter(FaultPoint point) {
        return Objects.requireNonNull(calls.get(point));
    }
}
