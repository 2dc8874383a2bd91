package io.virgo.it.kit.fault;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Before a {@link Connection}. */
final class ConnectionProxy extends Intercepted {

    private final Faults faults;
    private final Patience patience;
    private final Runnable gone;
    private volatile boolean closed;

    ConnectionProxy(Faults faults, Connection target, Patience patience, Runnable gone) {
        super(target);
        this.faults = faults;
        this.patience = patience;
        this.gone = gone;
    }

    @Override
    @Nullable
    Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
        return switch (method.getName()) {
            case "createStatement" -> statement(Statement.class, self, call(method, args), "");
            case "prepareStatement" -> prepared(PreparedStatement.class, self, method, args);
            case "prepareCall" -> prepared(CallableStatement.class, self, method, args);
            case "commit" -> pass(FaultPoint.COMMIT, method, args);
            case "rollback" -> pass(FaultPoint.ROLLBACK, method, args);
            case "setAutoCommit" -> pass(FaultPoint.SET_AUTO_COMMIT, method, args);
            case "setReadOnly" -> pass(FaultPoint.SET_READ_ONLY, method, args);
            case "isValid" -> closed ? (Object) false : pass(FaultPoint.VALIDATE, method, args);
            case "isClosed" -> closed || isTrue(call(method, args));
            case "close" -> close(method, args);
            case "abort" -> abort(method, args);
            case "getMetaData" -> metaData(self, call(method, args));
            default -> call(method, args);
        };
    }

    private @Nullable Object pass(FaultPoint point, Method method, @Nullable Object[] args) throws Throwable {
        String text = args.length == 0 ? "" : String.valueOf(args[0]);
        return faults.pass(point, text, patience, () -> call(method, args));
    }

    private @Nullable Object prepared(
            Class<? extends PreparedStatement> type, Object self, Method method, @Nullable Object[] args)
            throws Throwable {
        String sql = (String) one(args);
        Object statement = faults.pass(FaultPoint.PREPARE, sql, patience, () -> call(method, args));
        return statement(type, self, statement, sql);
    }

    private @Nullable Object statement(
            Class<? extends Statement> type, Object self, @Nullable Object real, String sql) {
        return real == null ? null : proxy(type, new StatementProxy(faults, real, self, new Patience(patience), sql));
    }

    // Closed for its user in any case but a failure before it took effect; gone only when the real one is closed.
    private @Nullable Object close(Method method, @Nullable Object[] args) throws Throwable {
        if (closed) {
            return null;
        }
        faults.pass(FaultPoint.CLOSE, "", patience, () -> {
            patience.end();
            call(method, args);
            closed = true;
            gone.run();
            return null;
        });
        closed = true;
        return null;
    }

    private @Nullable Object abort(Method method, @Nullable Object[] args) throws Throwable {
        patience.end();
        closed = true;
        Object result = call(method, args);
        gone.run();
        return result;
    }

    private static @Nullable Object metaData(Object self, @Nullable Object real) {
        return real == null
                ? null
                : proxy(DatabaseMetaData.class, new Intercepted(real) {
                    @Override
                    @Nullable
                    Object intercept(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
                        return method.getName().equals("getConnection") ? self : call(method, args);
                    }
                });
    }
}
