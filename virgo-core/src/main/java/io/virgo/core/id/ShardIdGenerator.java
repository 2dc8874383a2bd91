package io.virgo.core.id;

import io.virgo.core.settings.ShardNames;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Properties;
import org.hibernate.MappingException;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.ExportableProducer;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * The generator of {@link ShardId}: Hibernate's sequence generator for the number, with the session's shard beside it. Made by Hibernate.
 * Thread-safe.
 *
 * @since 0.1
 */
public final class ShardIdGenerator implements BeforeExecutionGenerator, ExportableProducer, ShardBearingGenerator {

    private static final long serialVersionUID = 1L;

    private final transient Constructor<?> constructor;
    private final transient SequenceStyleGenerator numbers;
    private final transient SqlStringGenerationContext sql;

    /**
     * Creates the generator.
     *
     * @param annotation the annotation
     * @param member the attribute
     * @param context what Hibernate knows of the entity
     * @throws MappingException if the annotation, the attribute's type or the factory cannot work
     */
    public ShardIdGenerator(ShardId annotation, Member member, GeneratorCreationContext context) {
        String entity = IdGenerators.entity(context);
        IdGenerators.of(context, "@ShardId");
        if (annotation.allocationSize() < 1) {
            throw new MappingException("@ShardId of " + entity + ": allocationSize is " + annotation.allocationSize()
                    + "; it has to be 1 at least");
        }
        constructor = constructor(IdGenerators.idType(context), entity);
        String table = context.getRootClass().getTable().getName();
        Properties parameters = new Properties();
        parameters.put(
                SequenceStyleGenerator.SEQUENCE_PARAM,
                annotation.sequence().isEmpty() ? table + "_seq" : annotation.sequence());
        parameters.put(SequenceStyleGenerator.INCREMENT_PARAM, String.valueOf(annotation.allocationSize()));
        if (annotation.allocationSize() > 1) {
            parameters.put(SequenceStyleGenerator.OPT_PARAM, ShardOptimizer.class.getName());
        }
        numbers = new SequenceStyleGenerator();
        numbers.configure(ofLong(context), parameters);
        sql = context.getSqlStringGenerationContext();
    }

    @Override
    public @Nullable String shardOf(Object id) {
        return id instanceof ShardBearing bearing ? bearing.shard() : null;
    }

    private static Constructor<?> constructor(Class<?> type, String entity) {
        if (ShardBearing.class.isAssignableFrom(type)) {
            try {
                return type.getConstructor(String.class, long.class);
            } catch (NoSuchMethodException e) {
                // Told below.
            }
        }
        throw new MappingException("the id of " + entity + " is a " + type.getName() + "; @ShardId is for "
                + ShardedId.class.getName() + " as @EmbeddedId, or a class that implements "
                + ShardBearing.class.getName()
                + " and has a public constructor (String shard, long local)");
    }

    /** The same attribute, as if it were the number alone. */
    private static GeneratorCreationContext ofLong(GeneratorCreationContext context) {
        Type type = Objects.requireNonNull(
                context.getDatabase().getTypeConfiguration().getBasicTypeForJavaType(Long.class));
        return (GeneratorCreationContext) Proxy.newProxyInstance(
                GeneratorCreationContext.class.getClassLoader(),
                new Class<?>[] {GeneratorCreationContext.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("getType")) {
                        return type;
                    }
                    try {
                        return method.invoke(context, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void registerExportables(Database database) {
        numbers.registerExportables(database);
        numbers.initialize(sql);
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        long local = ((Number) numbers.generate(session, owner)).longValue();
        String shard = ShardNames.ofTenant(String.valueOf(session.getTenantIdentifierValue()));
        try {
            return constructor.newInstance(shard, local);
        } catch (ReflectiveOperationException e) {
            throw new IdentifierGenerationException("no id: " + constructor + " cannot be called", e);
        }
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
