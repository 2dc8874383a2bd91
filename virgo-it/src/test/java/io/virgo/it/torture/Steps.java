package io.virgo.it.torture;

import static io.virgo.it.torture.Ward.random;

import io.virgo.core.NoCurrentShardException;
import io.virgo.core.UnknownShardException;
import io.virgo.core.WrongShardException;
import io.virgo.it.torture.Ward.Kept;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.jpa.HibernateHints;

/** The steps of a walk. Each changes a manager and the model alike; none commits a walked manager. */
final class Steps {

    private interface Step {
        void on(Ward ward);
    }

    private static final int BITS = 32;

    private final int number;
    private final Subject subject;
    private final Tally tally;
    private final SplittableRandom random;
    private final List<Ward> wards;
    private final Ninth ninth;
    private final List<Expected> model = new ArrayList<>();
    private final List<Row> detached = new ArrayList<>();
    private final TreeMap<String, Step> steps = new TreeMap<>();
    private final List<String> weighted = new ArrayList<>();
    private long tokens;

    Steps(int number, Subject subject, Tally tally, SplittableRandom random, List<Ward> wards, Ninth ninth) {
        this.number = number;
        this.subject = subject;
        this.tally = tally;
        this.random = random;
        this.wards = wards;
        this.ninth = ninth;
        add(10, "begin", this::begin);
        add(12, "commit", ward -> {});
        add(2, "rollback", this::rollback);
        add(14, "setCurrentShard", this::switchShard);
        add(12, "persist author", this::persistAuthor);
        add(10, "persist book", this::persistBook);
        add(8, "update", this::update);
        add(4, "remove", this::remove);
        add(2, "detach", this::detach);
        add(3, "merge", this::merge);
        add(3, "refresh", this::refresh);
        add(3, "flush", this::flush);
        add(2, "clear", this::clear);
        add(8, "find seed", this::findSeed);
        add(6, "find own", this::findOwn);
        add(4, "reference", this::reference);
        add(10, "lazy touch", this::touch);
        add(6, "hql", this::hql);
        add(4, "cached query", this::cachedQuery);
        add(3, "native query", this::nativeQuery);
        add(3, "criteria", this::criteria);
        add(3, "partial read", this::partialRead);
        add(2, "foreign instance", this::foreignInstance);
        add(2, "foreign association", this::foreignAssociation);
        add(2, "nested scope", this::nestedScope);
        add(2, "child session", this::childSession);
        add(2, "stateless", this::stateless);
        add(2, "close", Ward::close);
        weighted.add("ninth shard");
        steps.put("ninth shard", this::ninthShard);
    }

    private void add(int weight, String name, Step step) {
        steps.put(name, step);
        for (int i = 0; i < weight; i++) {
            weighted.add(name);
        }
    }

    List<Expected> model() {
        return model;
    }

    String choose() {
        String name = random(weighted, random);
        // Adding and removing a shard empties all caches: rarely.
        return name.equals("ninth shard") && random.nextInt(20) > 0 ? "find seed" : name;
    }

    void run(String name, Ward ward) {
        tally.count(name);
        steps.get(name).on(ward);
    }

    private void begin(Ward ward) {
        if (!ward.inTransaction()) {
            ward.em.getTransaction().begin();
        }
    }

    private void rollback(Ward ward) {
        if (ward.inTransaction()) {
            ward.dropKept();
            ward.em.getTransaction().rollback();
            ward.em.clear();
            ward.pending.rollback();
        }
    }

    private void switchShard(Ward ward) {
        if (ward.sharded) {
            boolean none = subject.resolves() && random.nextInt(8) == 0;
            ward.choose(none ? null : random(subject.shards(), random));
        }
    }

    private long token() {
        return ((long) number << BITS) + ++tokens;
    }

    private String text() {
        return Long.toHexString(random.nextLong());
    }

    /** The shard that a new row goes to: without a current shard, the row's own attribute decides. */
    private String target(Ward ward) {
        return ward.current == null ? random(subject.shards(), random) : ward.current;
    }

    private void persistAuthor(Ward ward) {
        Expected row = new Expected(Author.class, target(ward), token());
        persist(ward, row, new Author(row.shard, row.token, number, text()));
    }

    private void persistBook(Ward ward) {
        Expected parent = own(ward, Author.class);
        if (ward.current == null || parent == null) {
            return;
        }
        Expected row = new Expected(Book.class, ward.current, token());
        Author author = random.nextBoolean()
                ? ward.em.find(Author.class, parent.id)
                : ward.em.getReference(Author.class, parent.id);
        persist(ward, row, new Book(row.shard, row.token, number, text(), author));
    }

    private void persist(Ward ward, Expected row, Row object) {
        persist(ward.em, row, object, ward.pending);
    }

    private void persist(EntityManager em, Expected row, Row object, Pending pending) {
        em.persist(object);
        row.id = object.getId();
        pending.change(row, object.getText());
        model.add(row);
    }

    /** A committed row of this walker on the ward's shard that no open transaction has changed. */
    private Expected own(Ward ward, Class<? extends Row> type) {
        for (int i = 0; i < 12 && !model.isEmpty(); i++) {
            // The younger ones, so that sessions still hold some.
            Expected row = model.get(Math.max(0, model.size() - 1 - random.nextInt(60) * random.nextInt(4)));
            if (row.type == type && row.shard.equals(ward.current) && row.busyWith == null && row.there()) {
                return row;
            }
        }
        return null;
    }

    private Class<? extends Row> type() {
        return random.nextBoolean() ? Author.class : Book.class;
    }

    private void update(Ward ward) {
        Expected row = own(ward, type());
        if (row != null) {
            Row found = ward.em.find(row.type, row.id);
            ward.seen(found, row.shard, row.id, "find to update");
            if (found.getToken() != row.token) {
                tally.wrongRead("row " + row.id + " on " + row.shard + " is another");
            }
            found.setText(text());
            ward.pending.change(row, found.getText());
        }
    }

    private void remove(Ward ward) {
        Expected row = own(ward, Book.class);
        if (row != null) {
            ward.em.remove(ward.em.find(row.type, row.id));
            ward.pending.change(row, Expected.ABSENT);
            ward.kept.removeIf(kept -> kept.object().getId().equals(row.id));
        }
    }

    private void detach(Ward ward) {
        Expected row = own(ward, type());
        if (row != null) {
            Row found = ward.em.find(row.type, row.id);
            if (found instanceof Book book && !org.hibernate.Hibernate.isInitialized(book.getAuthor())) {
                ward.seen(book.getAuthor(), row.shard, null, "author of a book to detach");
            }
            ward.em.detach(found);
            ward.kept.removeIf(kept -> kept.object().getId().equals(row.id));
            detached.add(found);
        }
    }

    private void merge(Ward ward) {
        if (detached.isEmpty()) {
            return;
        }
        Row object = detached.get(detached.size() - 1);
        if (ward.current != null && !ward.current.equals(object.getShard())) {
            refuses(ward, "merge of a detached row", () -> ward.em.merge(object));
            return;
        }
        detached.remove(object);
        Expected row = model.stream()
                .filter(known -> known.token == object.getToken())
                .findFirst()
                .orElseThrow();
        if (row.busyWith == null && row.there()) {
            object.setText(text());
            ward.em.merge(object);
            ward.pending.change(row, object.getText());
        }
    }

    private void refresh(Ward ward) {
        if (ward.current != null) {
            Seed seed = ward.em.find(Seed.class, seedId());
            ward.em.refresh(seed);
            ward.refreshed.add(ward.current);
            ward.seen(seed, ward.current, seed.getId(), "refresh");
        }
    }

    private void flush(Ward ward) {
        if (ward.inTransaction()) {
            ward.em.flush();
            ward.pending.flushed();
        }
    }

    private void clear(Ward ward) {
        ward.dropKept();
        if (!ward.inTransaction()) {
            ward.pending.rollback();
        } else if (random.nextInt(4) > 0) {
            flush(ward);
        } else {
            ward.pending.uncertain();
        }
        ward.em.clear();
    }

    private long seedId() {
        return 1 + random.nextInt(Databases.SEEDS);
    }

    private void findSeed(Ward ward) {
        long id = seedId();
        if (ward.current == null) {
            refusesWithoutShard(() -> ward.em.find(Seed.class, id));
            return;
        }
        Seed seed = ward.em.find(Seed.class, id);
        ward.seen(seed, ward.current, id, "seed");
        ward.keep(seed, ward.current);
    }

    private void findOwn(Ward ward) {
        Expected row = own(ward, type());
        if (row != null) {
            Row found = ward.em.find(row.type, row.id);
            ward.seen(found, ward.current, row.id, "own row");
            if (found != null && found.getToken() != row.token) {
                tally.wrongRead("row " + row.id + " on " + row.shard + " is another");
            }
            ward.keep(found, ward.current);
        }
    }

    private void reference(Ward ward) {
        if (ward.current != null) {
            ward.keep(ward.em.getReference(Seed.class, seedId()), ward.current);
        }
    }

    private void touch(Ward ward) {
        if (ward.kept.isEmpty()) {
            return;
        }
        Kept kept = random(ward.kept, random);
        Row object = (Row) org.hibernate.Hibernate.unproxy(kept.object());
        ward.seen(object, kept.shard(), null, "lazy object");
        if (object instanceof Seed seed) {
            for (Leaf leaf : seed.getLeaves()) {
                ward.seen(leaf, kept.shard(), leaf.getId(), "leaf");
            }
        } else if (object instanceof Book book) {
            ward.seen(book.getAuthor(), kept.shard(), null, "author of a book");
        } else if (object instanceof Leaf leaf) {
            ward.seen(leaf.getSeed(), kept.shard(), null, "seed of a leaf");
        }
    }

    private void allOf(List<? extends Row> rows, Ward ward, String what) {
        rows.forEach(row -> ward.seen(row, ward.current, row.getId(), what));
        if (!rows.isEmpty()) {
            ward.keep(random(rows, random), ward.current);
        }
    }

    private void hql(Ward ward) {
        if (ward.current == null) {
            refusesWithoutShard(
                    () -> ward.em.createQuery("from Leaf", Leaf.class).getResultList());
            return;
        }
        String hql = random.nextBoolean()
                ? "from Book where walker = :walker order by token desc"
                : "from Author where walker = :walker order by token desc";
        allOf(
                ward.em
                        .createQuery(hql, Row.class)
                        .setParameter("walker", number)
                        .setMaxResults(5)
                        .getResultList(),
                ward,
                "hql");
    }

    private void cachedQuery(Ward ward) {
        if (ward.current != null) {
            allOf(
                    ward.em
                            .createQuery("from Leaf where seed.id = :id", Leaf.class)
                            .setParameter("id", 1 + seedId() % 3)
                            .setHint(HibernateHints.HINT_CACHEABLE, true)
                            .getResultList(),
                    ward,
                    "cached query");
        }
    }

    private void nativeQuery(Ward ward) {
        if (ward.current != null) {
            List<?> names = ward.em
                    .createNativeQuery("select distinct shard_name from leaf", String.class)
                    .getResultList();
            names.forEach(name -> ward.answeredBy(name, ward.current, "native query"));
        }
    }

    private void criteria(Ward ward) {
        if (ward.current != null) {
            var builder = ward.em.getCriteriaBuilder();
            var query = builder.createQuery(Seed.class);
            var root = query.from(Seed.class);
            query.where(builder.lessThan(root.get("id"), 4L));
            allOf(ward.em.createQuery(query).getResultList(), ward, "criteria");
        }
    }

    private void partialRead(Ward ward) {
        if (ward.partial == null) {
            if (ward.current == null || !ward.inTransaction()) {
                return;
            }
            ward.partial = PartialRead.open(ward.em, ward.current, random.nextBoolean());
        }
        for (int i = 0; i < 3; i++) {
            Seed seed = ward.partial.next();
            if (seed != null) {
                ward.seen(seed, ward.partial.shard(), seed.getId(), "partial read");
            }
        }
        if (random.nextInt(3) == 0) {
            PartialRead read = ward.partial;
            ward.partial = null;
            read.close();
        }
    }

    /** An object that some manager of this walker got on another shard than the ward's. */
    private Kept foreign(Ward ward) {
        List<Kept> all = new ArrayList<>();
        for (Ward other : wards) {
            other.kept.stream()
                    .filter(kept -> !kept.shard().equals(ward.current))
                    .forEach(all::add);
        }
        return all.isEmpty() || ward.current == null ? null : random(all, random);
    }

    private void foreignInstance(Ward ward) {
        Kept kept = foreign(ward);
        if (kept == null) {
            return;
        }
        EntityManager em = ward.em;
        switch (random.nextInt(ward.inTransaction() ? 5 : 2)) {
            case 0 -> refuses(ward, "merge", () -> em.merge(kept.object()));
            case 1 -> refuses(ward, "persist", () -> em.persist(kept.object()));
            case 2 -> refuses(ward, "remove", () -> em.remove(kept.object()));
            case 3 -> refuses(ward, "refresh", () -> em.refresh(kept.object()));
            default -> refuses(ward, "lock", () -> em.lock(kept.object(), LockModeType.PESSIMISTIC_READ));
        }
    }

    private void foreignAssociation(Ward ward) {
        Expected parent = own(ward, Author.class);
        if (parent != null && ward.sharded) {
            Author author = ward.em.getReference(Author.class, parent.id);
            ward.choose(subject.shards().get((subject.shards().indexOf(parent.shard) + 1) % 8));
            Book book = new Book(ward.current, token(), number, text(), author);
            refuses(ward, "association", () -> {
                ward.em.persist(book);
                if (ward.inTransaction()) {
                    ward.em.flush();
                }
            });
        }
    }

    private void refuses(Ward ward, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            if (Walker.find(e, WrongShardException.class) == null) {
                throw e;
            }
            tally.count("foreign refused");
            ward.close();
            return;
        }
        tally.missedRefusal(what + " of a foreign instance on " + ward.current);
        ward.close();
    }

    private void refusesWithoutShard(Runnable action) {
        try {
            action.run();
            tally.missedRefusal("a call without a shard");
        } catch (NoCurrentShardException e) {
            tally.count("no shard refused");
        }
    }

    private void nestedScope(Ward ward) {
        String outer = subject.threadShard();
        String shard = random(subject.shards(), random);
        try (Subject.Scope scope = subject.scope(shard)) {
            try (EntityManager inner = subject.openPlain(shard).em()) {
                ward.answeredBy(Ward.whoami(inner), shard, "manager in a nested scope");
                if (ward.isOpen()) {
                    ward.checkWhoAnswers();
                }
            }
        }
        tally.checkedReads.increment();
        if (!java.util.Objects.equals(outer, subject.threadShard())) {
            tally.wrongRead("the thread has " + subject.threadShard() + " after a nested scope, not " + outer);
        }
    }

    private void childSession(Ward ward) {
        if (ward.current != null) {
            try (Session child =
                    ward.em.unwrap(Session.class).sessionWithOptions().openSession()) {
                ward.answeredBy(Ward.whoami(child), ward.current, "child session");
                ward.seen(child.find(Seed.class, seedId()), ward.current, null, "seed in a child session");
            }
        }
    }

    private void stateless(Ward ward) {
        String shard = random(subject.shards(), random);
        Expected row = new Expected(Author.class, shard, token());
        Author author = new Author(shard, row.token, number, text());
        Pending pending = new Pending(this);
        StatelessSession session;
        try (Subject.Scope scope = subject.scope(shard)) {
            session = subject.factory().openStatelessSession();
        }
        try (session) {
            session.beginTransaction();
            try {
                writeStateless(ward, row, author, pending, session);
            } finally {
                if (session.getTransaction().isActive()) {
                    session.getTransaction().rollback();
                }
            }
        } catch (RuntimeException e) {
            pending.unknown();
            throw e;
        }
    }

    private void writeStateless(Ward ward, Expected row, Author author, Pending pending, StatelessSession session) {
        session.insert(author);
        row.id = author.getId();
        model.add(row);
        pending.change(row, author.getText());
        ward.seen(session.get(Seed.class, seedId()), row.shard, null, "seed in a stateless session");
        if (random.nextInt(4) == 0) {
            session.getTransaction().rollback();
            pending.rollback();
        } else {
            session.getTransaction().commit();
            pending.commit(List.of(row.shard));
        }
    }

    private void ninthShard(Ward ward) {
        if (!subject.changesShards() || !ninth.lock.tryLock()) {
            return;
        }
        try {
            subject.addNinth();
            tally.count("ninth shard added");
            try {
                writeOnNinth(ward);
            } finally {
                if (!subject.removeNinth()) {
                    tally.missedRefusal("the ninth shard cut connections off");
                }
            }
            try (EntityManager late = subject.openPlain(Databases.NINTH).em()) {
                tally.missedRefusal("a shard that is gone answered " + Ward.whoami(late));
            } catch (RuntimeException e) {
                if (Walker.find(e, UnknownShardException.class) == null) {
                    throw e;
                }
            }
        } finally {
            ninth.lock.unlock();
        }
    }

    private void writeOnNinth(Ward ward) {
        Expected row = new Expected(Author.class, Databases.NINTH, token());
        Pending pending = new Pending(this);
        try (EntityManager em = subject.openPlain(Databases.NINTH).em()) {
            em.getTransaction().begin();
            try {
                Author author = new Author(Databases.NINTH, row.token, number, text());
                persist(em, row, author, pending);
                ward.answeredBy(Ward.whoami(em), Databases.NINTH, "whoami");
                ward.seen(em.find(Seed.class, seedId()), Databases.NINTH, null, "seed");
                em.getTransaction().commit();
                pending.commit(List.of(Databases.NINTH));
            } finally {
                if (em.getTransaction().isActive()) {
                    em.getTransaction().rollback();
                }
            }
        } catch (RuntimeException e) {
            pending.unknown();
            throw e;
        }
    }
}
