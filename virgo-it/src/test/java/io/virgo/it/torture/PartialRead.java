package io.virgo.it.torture;

import jakarta.persistence.EntityManager;
import java.util.Iterator;
import java.util.stream.Stream;
import org.hibernate.ScrollableResults;
import org.hibernate.Session;
import org.hibernate.query.Query;

/** A stream or scroll of which not all rows have been read. */
final class PartialRead implements AutoCloseable {

    private final String shard;
    private final Stream<Seed> stream;
    private final Iterator<Seed> iterator;
    private final ScrollableResults<Seed> scroll;

    private PartialRead(String shard, Stream<Seed> stream, ScrollableResults<Seed> scroll) {
        this.shard = shard;
        this.stream = stream;
        this.iterator = stream == null ? null : stream.iterator();
        this.scroll = scroll;
    }

    static PartialRead open(EntityManager em, String shard, boolean asStream) {
        String hql = "from Seed order by id";
        if (asStream) {
            return new PartialRead(shard, em.createQuery(hql, Seed.class).getResultStream(), null);
        }
        Query<Seed> query = em.unwrap(Session.class).createQuery(hql, Seed.class);
        return new PartialRead(shard, null, query.scroll());
    }

    String shard() {
        return shard;
    }

    /** Null at the end. */
    Seed next() {
        if (iterator != null) {
            return iterator.hasNext() ? iterator.next() : null;
        }
        return scroll.next() ? scroll.get() : null;
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        } else {
            scroll.close();
        }
    }
}
