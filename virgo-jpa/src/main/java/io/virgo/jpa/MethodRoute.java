package io.virgo.jpa;

import jakarta.persistence.EntityGraph;
import jakarta.persistence.FindOption;
import jakarta.persistence.TypedQueryReference;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Says which session a method of JPA's {@code EntityManager} or Hibernate's {@code Session} goes to. A method that no list names goes to
 * the current shard; a test fails for each such method, so that a new version of JPA or Hibernate is looked at by a person.
 */
enum MethodRoute {
    /** Needs no shard. */
    ANY("toAny", 0, 0),
    /** Runs on the current shard. */
    CURRENT("toCurrent", 0, 0),
    /** Runs on the current shard and may write there unseen. */
    WRITING("toWriting", 0, 0),
    /** Makes a query of the SQL that is its first argument, on the current shard. */
    NATIVE("toNative", 0, 1),
    /** Makes a query of the name that is its first argument, on the current shard. */
    NAMED_QUERY("toNamedQuery", 0, 1),
    /** Makes the query that its first argument refers to, on the current shard. */
    REFERENCED_QUERY("toReferencedQuery", 0, 1),
    /** Concerns the entity that is its first argument. */
    ENTITY("toEntity", 0, 1),
    /** Concerns the entity that is its second argument, after the entity's name. */
    NAMED_ENTITY("toEntity", 1, 1),
    /** Stores the entity that is its first argument. */
    NEW("toNew", 0, 1),
    /** Stores the entity that is its second argument, after the entity's name. */
    NAMED_NEW("toNew", 1, 1),
    /** Stores the entity that is its first argument, if it is new. */
    MERGED("toMerged", 0, 1),
    /** Stores the entity that is its second argument, after the entity's name, if it is new. */
    NAMED_MERGED("toMerged", 1, 1),
    /** Searches the entity with the id that is its second argument, after the type. */
    FOUND("toFound", 0, 2),
    /** The same with options, which may say that the id is a natural one. */
    FOUND_WITH_OPTIONS("toFoundWithOptions", 0, 3),
    /** Concerns the entity with the id that is its second argument, after the type. */
    ID("toId", 0, 2),
    /** The same with options, which may say that the id is a natural one. */
    ID_WITH_OPTIONS("toIdWithOptions", 0, 3),
    /** Concerns the entities with the ids in the list that is its second argument. */
    IDS("toIds", 0, 2),
    /** The same with options, which may say that the ids are natural ones. */
    IDS_WITH_OPTIONS("toIdsWithOptions", 0, 3);

    private static final Set<String> OF_ANY = Set.of(
            "getEntityManagerFactory",
            "getFactory",
            "getSessionFactory",
            "getCriteriaBuilder",
            "getMetamodel",
            "isOpen",
            "getProperties",
            "createEntityGraph",
            "getEntityGraph",
            "getEntityGraphs",
            "isJoinedToTransaction",
            "getFlushMode",
            "getHibernateFlushMode",
            "getCacheMode",
            "getCacheRetrieveMode",
            "getCacheStoreMode",
            "isDefaultReadOnly",
            "getJdbcBatchSize",
            "getFetchBatchSize",
            "isSubselectFetchingEnabled",
            "isFetchProfileEnabled",
            "getLobHelper",
            "isConnected");

    private static final Set<String> OF_WRITING = Set.of(
            "doWork",
            "doReturningWork",
            "runWithConnection",
            "callWithConnection",
            "createStoredProcedureCall",
            "createStoredProcedureQuery",
            "createNamedStoredProcedureQuery",
            "getNamedProcedureCall");

    private static final Set<String> OF_NATIVE = Set.of("createNativeQuery", "createNativeMutationQuery");

    private static final Set<String> OF_NAMED_QUERY = Set.of(
            "createNamedQuery",
            "createNamedSelectionQuery",
            "createNamedMutationQuery",
            "getNamedQuery",
            "getNamedNativeQuery");

    private static final Set<String> OF_ENTITY = Set.of(
            "persist",
            "merge",
            "remove",
            "refresh",
            "lock",
            "detach",
            "evict",
            "contains",
            "replicate",
            "getReference",
            "getLockMode",
            "getCurrentLockMode",
            "getIdentifier",
            "getEntityName",
            "isReadOnly",
            "setReadOnly");

    private static final Set<String> OF_ID = Set.of("find", "get", "getReference", "load", "findMultiple");

    private static final Set<String> OF_CURRENT = Set.of(
            "createQuery",
            "createSelectionQuery",
            "createMutationQuery",
            "byId",
            "byMultipleIds",
            "byNaturalId",
            "bySimpleNaturalId",
            "byMultipleNaturalId",
            "getStatistics",
            "getManagedEntities",
            "getTenantIdentifier",
            "getTenantIdentifierValue",
            "sessionWithOptions",
            "statelessWithOptions");

    private final String chooser;
    private final int firstArgument;
    private final int argumentCount;

    MethodRoute(String chooser, int firstArgument, int argumentCount) {
        this.chooser = chooser;
        this.firstArgument = firstArgument;
        this.argumentCount = argumentCount;
    }

    /** The method of {@link ShardedManager} that chooses the session. */
    String chooser() {
        return chooser;
    }

    /** The arguments that the chooser looks at. */
    List<Integer> arguments() {
        return IntStream.range(firstArgument, firstArgument + argumentCount)
                .boxed()
                .toList();
    }

    static MethodRoute of(Method method) {
        String name = method.getName();
        Class<?>[] types = method.getParameterTypes();
        if (OF_ANY.contains(name)) {
            return ANY;
        }
        if (OF_WRITING.contains(name)) {
            return WRITING;
        }
        boolean textFirst = types.length > 0 && types[0] == String.class;
        if (OF_NATIVE.contains(name) && textFirst) {
            return NATIVE;
        }
        if (OF_NAMED_QUERY.contains(name) && textFirst) {
            return NAMED_QUERY;
        }
        if (types.length > 0 && types[0] == TypedQueryReference.class) {
            return REFERENCED_QUERY;
        }
        boolean typeFirst = types.length > 1
                && (types[0] == Class.class
                        || types[0] == String.class
                        || EntityGraph.class.isAssignableFrom(types[0]));
        if (OF_ID.contains(name) && (typeFirst || name.equals("load"))) {
            boolean options = types.length > 2 && types[2] == FindOption[].class;
            return types[1] == List.class ? ofIds(options) : ofId(name, options);
        }
        return OF_ENTITY.contains(name) ? ofEntity(name, typeFirst) : CURRENT;
    }

    private static MethodRoute ofIds(boolean options) {
        return options ? IDS_WITH_OPTIONS : IDS;
    }

    private static MethodRoute ofId(String name, boolean options) {
        if (name.equals("find") || name.equals("get")) {
            return options ? FOUND_WITH_OPTIONS : FOUND;
        }
        return options ? ID_WITH_OPTIONS : ID;
    }

    private static MethodRoute ofEntity(String name, boolean typeFirst) {
        return switch (name) {
            case "persist" -> typeFirst ? NAMED_NEW : NEW;
            case "merge" -> typeFirst ? NAMED_MERGED : MERGED;
            default -> typeFirst ? NAMED_ENTITY : ENTITY;
        };
    }

    /** Tells whether a list names the method, so that its route is somebody's decision. */
    static boolean decided(Method method) {
        String name = method.getName();
        return OF_ANY.contains(name)
                || OF_WRITING.contains(name)
                || OF_NATIVE.contains(name)
                || OF_NAMED_QUERY.contains(name)
                || OF_ENTITY.contains(name)
                || OF_ID.contains(name)
                || OF_CURRENT.contains(name);
    }
}
