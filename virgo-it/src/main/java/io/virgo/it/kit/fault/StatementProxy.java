package io.virgo.it.kit.fault;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Before a statement of any kind. */
final class StatementProxy extends Intercepted {

    private final Faults faults;
    private final Object connection;
    private final Patience patience;
    private final String sql;
    private final List<String> batch = new ArrayList<>();

    StatementProxy(Faults faults, Object target, Object connection, Patience patience, String sql) {
        super(target);
        this.faults = faults;
        this.connection = connection;
        this.patience = patience;
        this.sql = sql;
    }

    @Override
    @Nullable
    Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
        String name = method.getName();
        if (name.equals("getConnection")) {
            return connection;
        }
        if (name.startsWith("execute")) {
            return execute(self, method, args);
        }
        observe(name, args);
        return wrapped(self, call(method, args), sql);
    }

    private void observe(String name, @Nullable Object[] args) {
        switch (name) {
            case "addBatch" -> Stream.of(args).map(String::valueOf).forEach(batch::add);
            case "clearBatch" -> batch.clear();
            case "cancel" -> patience.end();
            case "setQueryTimeout" -> patience.timeoutSeconds((Integer) one(args));
            default -> {
                // Nothing to remember.
            }
        }
    }

    private @Nullable Object execute(Object self, Method method, @Nullable Object[] args) throws Throwable {
        String text = text(method, args);
        faults.record(text);
        patience.renew();
        Object result = faults.pass(FaultPoint.EXECUTE, text, patience, () -> call(method, args));
        return wrapped(self, result, text);
    }

    private String text(Method method, @Nullable Object[] args) {
        if (args.length > 0) {
            return String.valueOf(args[0]);
        }
        if (method.getName().endsWith("Batch") && sql.isEmpty()) {
            String text = String.join("; ", batch);
            batch.clear();
            return text;
        }
        return sql;
    }

    private @Nullable Object wrapped(Object self, @Nullable Object result, String text) {
        return result instanceof ResultSet rows
                ? proxy(ResultSet.class, new ResultSetProxy(faults, rows, self, patience, text))
                : result;
    }
}
