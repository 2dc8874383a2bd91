package io.virgo.it.kit.fault;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
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
    @Nullable Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
        switch (method.getName()) {
            case "getConnection":
                return connection;
            case "addBatch":
                if (args.length > 0) {
                    batch.add(String.valueOf(args[0]));
                }
                break;
            case "clearBatch":
                batch.clear();
                break;
            case "cancel":
                patience.end();
                break;
            case "setQueryTimeout":
                patience.timeoutSeconds((Integer) one(args));
                break;
            default:
                if (method.getName().startsWith("execute")) {
                    return execute(self, method, args);
                }
        }
        return wrapped(self, call(method, args), sql);
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
