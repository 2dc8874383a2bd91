package io.virgo.core;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The connection of a session without a shard. It lets frameworks begin and end an empty transaction, and refuses the first statement:
 * so a transaction may begin before the shard is chosen, but nothing runs without one.
 */
final class NoShardConnection implements InvocationHandler {

    private final Supplier<List<String>> known;
    private boolean autoCommit = true;
    private boolean readOnly;
    private boolean closed;
    private int isolation = Connection.TRANSACTION_READ_COMMITTED;

    private NoShardConnection(Supplier<List<String>> known) {
        this.known = known;
    }

    static Connection create(Supplier<List<String>> known) {
        return (Connection) Proxy.newProxyInstance(
                NoShardConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new NoShardConnection(known));
    }

    static boolean is(Connection connection) {
        return Proxy.isProxyClass(connection.getClass())
                && Proxy.getInvocationHandler(connection) instanceof NoShardConnection;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        return switch (method.getName()) {
            case "getAutoCommit" -> autoCommit;
            case "isReadOnly" -> readOnly;
            case "isClosed" -> closed;
            case "getTransactionIsolation" -> isolation;
            case "isValid" -> !closed;
            case "isWrapperFor" -> false;
            case "equals" -> proxy == args[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "connection without a shard";
            case "getHoldability" -> java.sql.ResultSet.CLOSE_CURSORS_AT_COMMIT;
            case "getWarnings", "getSchema", "getCatalog" -> absent();
            case "setAutoCommit", "setReadOnly", "setTransactionIsolation", "close", "abort" ->
                change(method.getName(), args);
            case "commit", "rollback", "clearWarnings", "setHoldability", "setNetworkTimeout" -> absent();
            case "getNetworkTimeout" -> 0;
            default -> throw refusal();
        };
    }

    private NoCurrentShardException refusal() {
        return CurrentShard.get()
                .map(present -> NoCurrentShardException.tooLate(present, known.get()))
                .orElseGet(() -> new NoCurrentShardException("this session", known.get()));
    }

    private Object change(String method, Object[] args) {
        switch (method) {
            case "setAutoCommit" -> autoCommit = (Boolean) args[0];
            case "setReadOnly" -> readOnly = (Boolean) args[0];
            case "setTransactionIsolation" -> isolation = (Integer) args[0];
            default -> closed = true;
        }
        return absent();
    }

    @SuppressWarnings("NullAway") // a method without a result, or one that may answer null
    private static Object absent() {
        return null;
    }
}
