package io.virgo.jpa;

import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.FlushModeType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hibernate.CacheMode;
import org.hibernate.Filter;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.hibernate.Transaction;
import org.jspecify.annotations.Nullable;

/** The methods that concern all sessions of a sharded entity manager, those of siblings opened later included. */
abstract class ShardedSessions extends ShardedManager {

    ShardedSessions(SessionSource source, EntityShards rules) {
        super(source, rules);
    }

    private void all(Consumer<? super Session> action) {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            action.accept(source.extendedSession());
        } else {
            siblings.forEach(action::accept);
        }
    }

    @Override
    public final Transaction getTransaction() {
        // Where the framework runs the transactions, this refuses.
        Transaction own = source.extendedSession().getTransaction();
        Siblings siblings = source.siblings();
        return siblings == null ? own : siblings.transaction();
    }

    public final Transaction beginTransaction() {
        Transaction begun = getTransaction();
        begun.begin();
        return begun;
    }

    @Override
    public final void joinTransaction() {
        all(Session::joinTransaction);
    }

    @Override
    public final void flush() {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            source.extendedSession().flush();
        } else {
            siblings.flush();
        }
    }

    @Override
    public final void clear() {
        all(Session::clear);
    }

    @Override
    public final void close() {
        source.extended().close();
    }

    public final void cancelQuery() {
        all(Session::cancelQuery);
    }

    public final boolean isDirty() {
        List<Session> dirty = new ArrayList<>();
        all(session -> {
            if (session.isDirty()) {
                dirty.add(session);
            }
        });
        return !dirty.isEmpty();
    }

    @Override
    public final void setFlushMode(FlushModeType flushMode) {
        all(session -> session.setFlushMode(flushMode));
    }

    public final void setHibernateFlushMode(FlushMode flushMode) {
        all(session -> session.setHibernateFlushMode(flushMode));
    }

    @Override
    public final void setProperty(String name, Object value) {
        all(session -> session.setProperty(name, value));
    }

    public final void setCacheMode(CacheMode mode) {
        all(session -> session.setCacheMode(mode));
    }

    @Override
    public final void setCacheRetrieveMode(CacheRetrieveMode mode) {
        all(session -> session.setCacheRetrieveMode(mode));
    }

    @Override
    public final void setCacheStoreMode(CacheStoreMode mode) {
        all(session -> session.setCacheStoreMode(mode));
    }

    public final void setDefaultReadOnly(boolean readOnly) {
        all(session -> session.setDefaultReadOnly(readOnly));
    }

    public final void setJdbcBatchSize(@Nullable Integer size) {
        all(session -> session.setJdbcBatchSize(size));
    }

    public final void setFetchBatchSize(int size) {
        all(session -> session.setFetchBatchSize(size));
    }

    public final void setSubselectFetchingEnabled(boolean enabled) {
        all(session -> session.setSubselectFetchingEnabled(enabled));
    }

    public final void enableFetchProfile(String name) {
        all(session -> session.enableFetchProfile(name));
    }

    public final void disableFetchProfile(String name) {
        all(session -> session.disableFetchProfile(name));
    }

    public final Filter enableFilter(String name) {
        all(session -> session.enableFilter(name));
        return FilterOfAll.of(() -> enabledFilters(name));
    }

    public final @Nullable Filter getEnabledFilter(String name) {
        return enabledFilters(name).isEmpty() ? null : FilterOfAll.of(() -> enabledFilters(name));
    }

    private List<Filter> enabledFilters(String name) {
        List<Filter> filters = new ArrayList<>();
        all(session -> {
            Filter filter = session.getEnabledFilter(name);
            if (filter != null) {
                filters.add(filter);
            }
        });
        return filters;
    }

    public final void disableFilter(String name) {
        all(session -> session.disableFilter(name));
    }

    public final void addEventListeners(SessionEventListener... listeners) {
        Siblings siblings = source.siblings();
        if (siblings == null) {
            source.extendedSession().addEventListeners(listeners);
        } else {
            siblings.addListeners(listeners);
        }
    }

    @Override
    public final <T> T unwrap(Class<T> type) {
        if (type == ShardedEntityManager.class) {
            return type.cast(this);
        }
        return getCurrentShard() == null
                ? source.extended().unwrap(type)
                : toCurrent().unwrap(type);
    }

    @Override
    public final Object getDelegate() {
        return getCurrentShard() == null
                ? source.extended().getDelegate()
                : toCurrent().getDelegate();
    }
}
