package io.virgo.core;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection whose close gives it back, once, and which is of no use afterwards. */
final class LentConnection implements InvocationHandler {

    /** Takes a connection back. */
    interface GiveBack {

        void run() throws SQLException;
    }

    private final Connection connection;
    private final GiveBack giveBack;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LentConnection(Connection connection, GiveBack giveBack) {
        this.connection = connection;
        this.giveBack = giveBack;
    }

    static Connection of(Connection connection, GiveBack giveBack) {
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LentConnection(connection, giveBack));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        switch (method.getName()) {
            case "close" -> {
                if (closed.compareAndSet(false, true)) {
                    giveBack.run();
                }
                return null;
            }
            case "isClosed" -> {
                return closed.get() || connection.isClosed();
            }
            case "equals" -> {
                return args != null && proxy == args[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            default -> {
                if (closed.get()) {
                    throw new SQLException("the connection is closed");
                }
                try {
                    return method.invoke(connection, args);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
    }
}
