package io.virgo.core.schema;

import io.virgo.core.id.IdGenerators;
import io.virgo.core.pool.Shard;
import io.virgo.core.pool.ShardRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.boot.Metadata;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.service.spi.ServiceRegistryAwareService;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.tool.schema.TargetType;
import org.hibernate.tool.schema.internal.HibernateSchemaManagementTool;
import org.hibernate.tool.schema.spi.ContributableMatcher;
import org.hibernate.tool.schema.spi.DelayedDropAction;
import org.hibernate.tool.schema.spi.ExecutionOptions;
import org.hibernate.tool.schema.spi.SchemaDropper;
import org.hibernate.tool.schema.spi.SchemaManagementTool;
import org.hibernate.tool.schema.spi.SourceDescriptor;
import org.hibernate.tool.schema.spi.TargetDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The schema management tool of a sharded factory: each piece of work on databases is done on every shard, by that shard's own tool;
 * work on scripts is done once. A dynamic proxy, since the pieces that Hibernate asks for differ by its version.
 */
public final class ShardSchemaTool {

    private static final Set<String> PIECES = Set.of(
            "getSchemaCreator",
            "getSchemaDropper",
            "getSchemaMigrator",
            "getSchemaValidator",
            "getSchemaPopulator",
            "getSchemaTruncator",
            "getSequenceSynchronizer");

    private final Supplier<ShardRegistry> shards;
    private final Runnable beforeWork;
    private final IdTableWork idTables;
    private final @Nullable Object usersTool;
    private final HibernateSchemaManagementTool scripts = new HibernateSchemaManagementTool();
    private @Nullable ServiceRegistryImplementor services;

    private ShardSchemaTool(
            Supplier<ShardRegistry> shards,
            Supplier<IdGenerators> ids,
            Runnable beforeWork,
            @Nullable Object usersTool) {
        this.shards = shards;
        this.beforeWork = beforeWork;
        this.idTables = new IdTableWork(ids);
        this.usersTool = usersTool;
    }

    /**
     * Makes the tool.
     *
     * @param shards gives the shards when work is done
     * @param ids gives the id generators when work is done
     * @param beforeWork runs before each piece of work, and may refuse it by an exception
     * @param usersTool the schema tool setting of the application, which each shard then uses, or null
     * @return the tool, for Hibernate's settings
     */
    public static SchemaManagementTool create(
            Supplier<ShardRegistry> shards,
            Supplier<IdGenerators> ids,
            Runnable beforeWork,
            @Nullable Object usersTool) {
        ShardSchemaTool tool = new ShardSchemaTool(shards, ids, beforeWork, usersTool);
        return (SchemaManagementTool) Proxy.newProxyInstance(
                ShardSchemaTool.class.getClassLoader(),
                new Class<?>[] {SchemaManagementTool.class, ServiceRegistryAwareService.class},
                (proxy, method, args) -> tool.invoke(proxy, method, args == null ? new Object[0] : args));
    }

    private @Nullable Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        String name = method.getName();
        if (name.equals("injectServices")) {
            services = (ServiceRegistryImplementor) args[0];
            scripts.injectServices(services);
            return null;
        }
        if (PIECES.contains(name)) {
            return piece(method, args);
        }
        return switch (name) {
            case "equals" -> proxy == args[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "schema tool of all shards";
            default -> Reflection.call(scripts, method, args);
        };
    }

    private Object piece(Method getter, Object[] options) {
        return Proxy.newProxyInstance(
                ShardSchemaTool.class.getClassLoader(),
                new Class<?>[] {getter.getReturnType()},
                (proxy, work, args) -> work.getDeclaringClass() == Object.class
                        ? Reflection.call(this, work, args)
                        : run(getter, options, work, args == null ? new Object[0] : args));
    }

    private @Nullable Object run(Method getter, Object[] options, Method work, Object[] args) throws Throwable {
        beforeWork.run();
        if (work.getReturnType() == DelayedDropAction.class) {
            return (DelayedDropAction) registry -> dropAtClose(getter, options, args);
        }
        if (onScriptsOnly(args)) {
            return Reflection.call(Reflection.call(scripts, getter, options), work, args);
        }
        work().onEach((shard, tool, refused) -> {
            Reflection.call(piece(tool, getter, options, shard), work, NamedErrors.of(shard.name(), refused, args));
            idTables.after(getter.getName(), shard);
        });
        return null;
    }

    /** Gets a piece of a shard's own tool, which looks at the tables that the shard's filter lets through. */
    private static Object piece(SchemaManagementTool tool, Method getter, Object[] options, Shard shard)
            throws Throwable {
        Object filter = shard.settings().get(SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER);
        if (filter == null || !(options[0] instanceof Map<?, ?> common)) {
            return Reflection.call(tool, getter, options);
        }
        Map<Object, Object> own = new HashMap<>(common);
        own.put(SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER, filter);
        return Reflection.call(tool, getter, new Object[] {own});
    }

    /** Drops afresh and not by commands written down at start, since shards may have come and gone meanwhile. */
    private void dropAtClose(Method getter, Object[] options, Object[] args) {
        work().onEach((shard, tool, refused) -> {
            SchemaDropper dropper = (SchemaDropper) piece(tool, getter, options, shard);
            Object[] named = NamedErrors.of(shard.name(), refused, args);
            dropper.doDrop(
                    (Metadata) named[0],
                    (ExecutionOptions) named[1],
                    (ContributableMatcher) named[2],
                    (SourceDescriptor) named[3],
                    DatabaseTarget.INSTANCE);
        });
    }

    private ShardSchemaWork work() {
        ServiceRegistryImplementor own = services;
        if (own == null) {
            throw new IllegalStateException("used outside of Hibernate's service registry");
        }
        return new ShardSchemaWork(shards.get(), own, usersTool);
    }

    private static boolean onScriptsOnly(Object[] args) {
        for (Object arg : args) {
            if (arg instanceof TargetDescriptor target) {
                return !target.getTargetTypes().contains(TargetType.DATABASE);
            }
        }
        return false;
    }
}
