package io.virgo.it.kit.fault;

import java.lang.reflect.Method;
import java.sql.Connection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Before an {@link XADataSource} and, as nested classes, what it gives. */
final class XaSourceProxy extends Intercepted {

    private final Faults faults;

    XaSourceProxy(Faults faults, XADataSource target) {
        super(target);
        this.faults = faults;
    }

    @Override
    @Nullable
    Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
        if (!method.getName().equals("getXAConnection")) {
            return call(method, args);
        }
        XADataSource source = (XADataSource) java.util.Objects.requireNonNull(real(self));
        OpenConnection<XAConnection> made = faults.connect(
                () -> args.length == 0
                        ? source.getXAConnection()
                        : source.getXAConnection((String) args[0], (String) args[1]),
                XAConnection::close);
        return proxy(XAConnection.class, new XaConnectionProxy(faults, made));
    }

    private static final class XaConnectionProxy extends Intercepted {

        private final Faults faults;
        private final OpenConnection<XAConnection> made;

        XaConnectionProxy(Faults faults, OpenConnection<XAConnection> made) {
            super(made.real());
            this.faults = faults;
            this.made = made;
        }

        @Override
        @Nullable
        Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
            return switch (method.getName()) {
                case "getConnection" ->
                    proxy(
                            Connection.class,
                            new ConnectionProxy(faults, made.real().getConnection(), new Patience(null), () -> {}));
                case "getXAResource" ->
                    proxy(
                            XAResource.class,
                            new XaResourceProxy(faults, made.real().getXAResource(), made.patience()));
                case "close" ->
                    faults.pass(FaultPoint.CLOSE, "", made.patience(), () -> {
                        call(method, args);
                        made.gone();
                        return null;
                    });
                default -> call(method, args);
            };
        }
    }

    private static final class XaResourceProxy extends Intercepted {

        private final Faults faults;
        private final Patience patience;

        XaResourceProxy(Faults faults, XAResource target, Patience patience) {
            super(target);
            this.faults = faults;
            this.patience = patience;
        }

        @Override
        @Nullable
        Object intercept(Object self, Method method, @Nullable Object[] args) throws Throwable {
            return switch (method.getName()) {
                case "start" -> pass(FaultPoint.XA_START, method, args);
                case "end" -> pass(FaultPoint.XA_END, method, args);
                case "prepare" -> pass(FaultPoint.XA_PREPARE, method, args);
                case "commit" -> pass(FaultPoint.XA_COMMIT, method, args);
                case "rollback" -> pass(FaultPoint.XA_ROLLBACK, method, args);
                case "recover" -> pass(FaultPoint.XA_RECOVER, method, args);
                // The real one knows only real ones.
                case "isSameRM" -> call(method, new @Nullable Object[] {real(args[0])});
                default -> call(method, args);
            };
        }

        private @Nullable Object pass(FaultPoint point, Method method, @Nullable Object[] args) throws Throwable {
            return faults.pass(point, "", patience, () -> call(method, args));
        }
    }
}
