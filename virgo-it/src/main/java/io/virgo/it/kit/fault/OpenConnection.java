package io.virgo.it.kit.fault;

import java.sql.SQLException;
import java.util.Set;

/** A real connection, plain or XA, that stands in the set of open ones until it is really closed. */
final class OpenConnection<C> {

    private final C real;
    private final Closing<C> closing;
    private final Patience patience;
    private final Set<OpenConnection<?>> open;
    private final Throwable opening;

    OpenConnection(C real, Closing<C> closing, Patience patience, Set<OpenConnection<?>> open) {
        this.real = real;
        this.closing = closing;
        this.patience = patience;
        this.open = open;
        this.opening = new Throwable("opened by " + Thread.currentThread().getName());
        open.add(this);
    }

    C real() {
        return real;
    }

    Patience patience() {
        return patience;
    }

    Throwable opening() {
        return opening;
    }

    /** To be called after it was really closed. */
    void gone() {
        open.remove(this);
    }

    void close() {
        patience.end();
        try {
            closing.close(real);
        } catch (SQLException e) {
            // Broken, which is as good as closed.
        }
        gone();
    }

    interface Closing<C> {
        void close(C real) throws SQLException;
    }
}
