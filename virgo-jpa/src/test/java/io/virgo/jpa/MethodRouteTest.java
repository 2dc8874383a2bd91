package io.virgo.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.Id;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Transaction;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every method of JPA's and Hibernate's session and transaction is decided by a person, and goes where that person said. */
class MethodRouteTest {

    /** What a new version of Hibernate may look like. */
    interface FutureSession extends Session {
        void brandNew(Object entity);
    }

    @Entity(name = "Thing")
    static class Thing {
        @Id
        Long id;
    }

    /** Written by hand, and about something else than where a call goes; the tests of virgo-it have them. */
    private static final Set<String> OF_THEIR_OWN = Set.of(
            "getTransaction",
            "beginTransaction",
            "inTransaction",
            "fromTransaction",
            "flush",
            "close",
            "unwrap",
            "getDelegate");

    /** Written by hand, for what they return comes from the primary or all; likewise. */
    private static final Set<String> OF_ALL = Set.of(
            "joinTransaction",
            "clear",
            "cancelQuery",
            "isDirty",
            "setFlushMode",
            "setHibernateFlushMode",
            "setProperty",
            "setCacheMode",
            "setCacheRetrieveMode",
            "setCacheStoreMode",
            "setDefaultReadOnly",
            "setJdbcBatchSize",
            "setFetchBatchSize",
            "setSubselectFetchingEnabled",
            "enableFetchProfile",
            "disableFetchProfile",
            "enableFilter",
            "disableFilter",
            "getEnabledFilter",
            "addEventListeners");

    private final RecordingSessions recording = new RecordingSessions();
    private final Thing thing = new Thing();
    private SessionFactory factory;
    private SessionImplementor primary;
    private ShardedEntityManager sem;

    @BeforeEach
    void open() {
        Configuration configuration = new Configuration().addAnnotatedClass(Thing.class);
        configuration.setProperty("hibernate.connection.provider_class", "io.virgo.core.ShardConnectionProvider");
        for (String shard : List.of("a", "b")) {
            configuration.setProperty(
                    "virgo.shard." + shard + ".hibernate.connection.url", "jdbc:h2:mem:" + shard + UUID.randomUUID());
        }
        factory = configuration.buildSessionFactory();
        primary = recording.recorded((SessionImplementor)
                factory.withOptions().tenantIdentifier((Object) "a").openSession());
        sem = ShardManager.extend(primary);
        sem.setCurrentShard("b");
        ((Session) sem).getStatistics();
    }

    @AfterEach
    void close() {
        primary.close();
        factory.close();
    }

    private static List<Method> methods(Class<?> face) {
        return Arrays.stream(face.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .toList();
    }

    private static List<String> undecided(Class<?> face) {
        return methods(face).stream()
                .filter(method -> !byHand(method) && !MethodRoute.decided(method))
                .map(Method::getName)
                .toList();
    }

    private static boolean byHand(Method method) {
        return OF_THEIR_OWN.contains(method.getName()) || OF_ALL.contains(method.getName());
    }

    @Test
    void eachMethodIsDecided() {
        assertEquals(List.of(), undecided(EntityManager.class));
        assertEquals(List.of(), undecided(Session.class));
    }

    @Test
    void aNewMethodIsNoticed() {
        assertEquals(List.of("brandNew"), undecided(FutureSession.class));
    }

    @Test
    void eachMethodLandsOnTheRightSession() throws Exception {
        for (Method method : methods(Session.class)) {
            if (OF_THEIR_OWN.contains(method.getName())) {
                continue;
            }
            recording.watch(method);
            invoke(sem, method);
            List<String> expected = OF_ALL.contains(method.getName())
                    ? List.of("a", "b")
                    : List.of(MethodRoute.of(method) == MethodRoute.ANY ? "a" : "b");
            assertEquals(expected, recording.landings().stream().distinct().toList(), method.toString());
        }
    }

    @Test
    void queriesAreMadeByTheShardsOwnSession() {
        List<Method> makers = methods(Session.class).stream()
                .filter(method -> jakarta.persistence.Query.class.isAssignableFrom(method.getReturnType())
                        || org.hibernate.query.CommonQueryContract.class.isAssignableFrom(method.getReturnType()))
                .toList();
        assertTrue(makers.size() > 20, makers.toString());
        Set<MethodRoute> ofQueries = EnumSet.range(MethodRoute.CURRENT, MethodRoute.REFERENCED_QUERY);
        for (Method maker : makers) {
            MethodRoute route = MethodRoute.of(maker);
            assertTrue(ofQueries.contains(route), maker.toString());
        }
    }

    @Test
    void noMethodOfTheGeneratedClassesIsLeftOut() {
        try (EntityManager plain = plainManager()) {
            for (Class<?> type : List.of(
                    sem.getClass(),
                    sem.getTransaction().getClass(),
                    ShardManager.extend(plain).getClass())) {
                List<Method> open = Stream.of(type.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()))
                        .toList();
                assertEquals(List.of(), open, type.getName());
            }
        }
    }

    private EntityManager plainManager() {
        return new Configuration()
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:plain")
                .buildSessionFactory()
                .createEntityManager();
    }

    @Test
    void eachMethodOfTheTransactionReachesThePrimarys() throws Exception {
        Set<String> derived = Set.of("isActive", "getRollbackOnly", "getStatus", "commit", "rollback");
        for (Class<?> face : List.of(EntityTransaction.class, Transaction.class)) {
            for (Method method : methods(face)) {
                recording.watch(method);
                assertDoesNotThrow(() -> invoke(sem.getTransaction(), method), method.toString());
                boolean asked = !recording.landings().isEmpty();
                assertTrue(asked || method.isDefault() || derived.contains(method.getName()), method.toString());
                assertFalse(asked && !recording.landings().contains("transaction"), method.toString());
            }
        }
    }

    private Object invoke(Object target, Method method) throws Exception {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(this::dummy).toArray();
        if (MethodRoute.of(method) == MethodRoute.IDS || MethodRoute.of(method) == MethodRoute.IDS_WITH_OPTIONS) {
            arguments[1] = List.of(1L);
        }
        if (MethodRoute.of(method) == MethodRoute.ID && method.getParameterTypes()[0] == Object.class) {
            arguments[0] = thing;
        }
        if (method.getParameterTypes().length > 0 && method.getParameterTypes()[0] == String.class) {
            arguments[0] = Thing.class.getName();
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method.toString(), e.getCause());
        }
    }

    private Object dummy(Class<?> type) {
        if (type == Object.class) {
            return thing;
        }
        if (type == Class.class) {
            return Thing.class;
        }
        if (type == String.class) {
            return "x";
        }
        if (type == int.class || type == Integer.class) {
            return 1;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type.isArray()) {
            return java.lang.reflect.Array.newInstance(type.getComponentType(), 0);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return type.isInterface() ? stub(type) : null;
    }

    /** An entity graph must say of what it is one. */
    private Object stub(Class<?> type) {
        if (type == jakarta.persistence.EntityGraph.class) {
            return factory.unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
                    .createEntityGraph(Thing.class);
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> null);
    }
}
