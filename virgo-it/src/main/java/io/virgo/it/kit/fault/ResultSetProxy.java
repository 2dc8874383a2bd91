package io.virgo.it.kit.fault;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/** Before a {@link ResultSet}. */
final class ResultSetProxy extends Intercepted {

    private final Faults faults;
    private final Object statement;
    private final Patience patience;
    private final String sql;

    ResultSetProxy(Faults faults, ResultSet target, Object statement, Patience patience, String sql) {
        super(target);
        this.faults = faults;
        this.statement = statement;
        this.patience = patience;
        this.sql = sql;
    }

    @Override
    @Nullable
    Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
        return switch (method.getName()) {
            case "getStatement" -> statement;
            case "next" -> faults.pass(FaultPoint.FETCH, sql, patience, () -> call(method, args));
            default -> call(method, args);
        };
    }
}
