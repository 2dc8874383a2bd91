package io.virgo.jpa.rule;

import io.virgo.core.ShardNotResolvedException;
import io.virgo.core.Shards;
import io.virgo.core.routing.ShardRouter;
import io.virgo.core.routing.UnroutableKeyException;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one factory: the application's resolver is asked first, then what the mapping declares, then where the instance came from.
 * Loads nothing. Thread-safe.
 */
public final class ShardRules implements Service {

    private static final long serialVersionUID = 1L;

    private final transient Declarations declarations;
    private final transient ResolverFace resolver;
    private final transient Function<Object, @Nullable Object> references;
    private transient volatile Map<Class<?>, EntityRule> byClass = Map.of();
    private transient volatile Function<Object, @Nullable String> origins = instance -> null;
    private transient volatile Supplier<List<String>> shards = List::of;
    private transient volatile boolean everyShard;
    private transient @Nullable Metadata metadata;

    /**
     * Creates the rules, which are empty until the mapping was checked.
     *
     * @param declarations reads what classes declare
     * @param resolver the application's resolver
     * @param references gives the id of an entity of which nothing else is loaded, and null for any other; proxies are not its matter
     */
    public ShardRules(Declarations declarations, ResolverFace resolver, Function<Object, @Nullable Object> references) {
        this.declarations = declarations;
        this.resolver = resolver;
        this.references = references;
    }

    /**
     * Sets who knows where instances came from.
     *
     * @param known gives a shard's name, or null
     */
    public void origins(Function<Object, @Nullable String> known) {
        origins = known;
    }

    /**
     * Hands over the mapping as it was at boot time, for the checks at start.
     *
     * @param mapping the mapping
     */
    public void mapping(Metadata mapping) {
        metadata = mapping;
    }

    /**
     * Makes the rules of a factory and checks its mapping.
     *
     * @param factory the factory, whose mapping is complete
     * @param problems takes everything that is wrong
     */
    public void check(SessionFactoryImplementor factory, Problems problems) {
        Shards known = Shards.of(factory);
        shards = known::names;
        Map<String, Object> settings = factory.getProperties();
        everyShard = Boolean.parseBoolean(String.valueOf(settings.get(VirgoSettings.FIND_ON_EVERY_SHARD)));
        int before = problems.list().size();
        Map<String, EntityRule> rules = new RuleReader(
                        declarations, resolver.present(), known.routers(), known.names(), problems)
                .read(factory);
        if (problems.list().size() == before) {
            new Linter(rules, resolver.present(), settings, problems).check(factory, metadata);
        }
        metadata = null;
        Map<Class<?>, EntityRule> made = new HashMap<>();
        rules.values().forEach(rule -> made.put(rule.persister.getMappedClass(), rule));
        byClass = made;
    }

    @Nullable
    EntityRule rule(Class<?> type) {
        return byClass.get(type);
    }

    List<String> shards() {
        return shards.get();
    }

    /**
     * Finds the shard of an entity by rule, otherwise by where it came from.
     *
     * @param entity an entity or a proxy, which is not initialised
     * @return the shard's name, or null
     */
    public @Nullable String find(Object entity) {
        String byRule = shardOf(entity);
        return byRule == null ? origins.apply(entity) : byRule;
    }

    /**
     * Finds the shard of an entity by rule.
     *
     * @param entity an entity or a proxy, which is not initialised
     * @return the shard's name, or null if no rule can tell
     * @throws ShardNotResolvedException if its key maps nowhere
     */
    public @Nullable String shardOf(Object entity) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(entity);
        if (lazy != null && lazy.isUninitialized()) {
            return shardOf(lazy.getPersistentClass(), lazy.getInternalIdentifier());
        }
        Object idAlone = lazy == null ? references.apply(entity) : null;
        if (idAlone != null) {
            return shardOf(entity.getClass(), idAlone);
        }
        Object target = lazy == null ? entity : lazy.getImplementation();
        String own = resolver.shardOf(target);
        EntityRule rule = own == null ? byClass.get(target.getClass()) : null;
        return rule == null ? own : declared(rule, target);
    }

    private @Nullable String declared(EntityRule rule, Object entity) {
        return switch (rule.declared.kind()) {
            case ON_SHARD -> rule.declared.name();
            case REFERENCE -> null;
            case OWN_ID -> ofId(rule, rule.id(entity));
            case ROUTER -> routed(rule, () -> rule.key(entity), false);
            case PARENT -> {
                Object parent = rule.parentOf(entity);
                String shard = parent == null ? null : find(parent);
                yield shard == null ? ofId(rule, rule.keyInId == null ? null : rule.id(entity)) : shard;
            }
        };
    }

    private @Nullable String ofId(EntityRule rule, @Nullable Object id) {
        return id == null ? null : declared(rule, rule.persister.getMappedClass(), id);
    }

    /**
     * Finds the shard of an id by rule.
     *
     * @param type the entity class
     * @param id the identifier
     * @return the shard's name, or null if no rule can tell
     * @throws ShardNotResolvedException if its key maps nowhere
     */
    public @Nullable String shardOf(Class<?> type, Object id) {
        String own = resolver.shardOf(type, id);
        EntityRule rule = own == null ? byClass.get(type) : null;
        return rule == null ? own : declared(rule, type, id);
    }

    private @Nullable String declared(EntityRule rule, Class<?> type, Object id) {
        EntityRule root = rule.root();
        KeyPath inId = rule.keyInId;
        if (root.declared.kind() == Declared.Kind.ON_SHARD) {
            return root.declared.name();
        }
        if (inId != null) {
            return routed(root, () -> inId.read(id), false);
        }
        String borne = rule.borne(id);
        if (borne != null || rule.directory == null) {
            return borne;
        }
        return route(Objects.requireNonNull(rule.directory), () -> id, "this id of " + type.getName(), false);
    }

    private @Nullable String routed(EntityRule root, Supplier<@Nullable Object> key, boolean fresh) {
        return route(Objects.requireNonNull(root.router), key, "this " + root.name(), fresh);
    }

    private @Nullable String route(ShardRouter router, Supplier<@Nullable Object> key, String what, boolean fresh) {
        try {
            Object found = key.get();
            if (found == null) {
                return null;
            }
            return fresh ? router.shardForNew(found) : router.shardOf(found);
        } catch (UnroutableKeyException | IllegalArgumentException e) {
            throw new ShardNotResolvedException(what, String.valueOf(e.getMessage()), shards(), e);
        }
    }

    /**
     * Selects the shard of a root that is about to be stored for the first time.
     *
     * @param entity a new entity
     * @param madeId the id that was made for it and is not set yet, or null
     * @return the shard's name; null if the entity is no root with a key
     * @throws ShardNotResolvedException if nothing new may be stored under its key
     */
    @Nullable
    String select(Object entity, @Nullable Object madeId) {
        String own = resolver.shardOf(entity);
        EntityRule rule = own == null ? byClass.get(entity.getClass()) : null;
        if (rule == null || rule.declared.kind() != Declared.Kind.ROUTER) {
            return own;
        }
        return routed(
                rule,
                () -> madeId == null
                        ? rule.key(entity)
                        : Objects.requireNonNull(rule.keyInId).read(madeId),
                true);
    }

    boolean resolverTells(Object entity) {
        return resolver.shardOf(entity) != null;
    }

    /**
     * Tells whether an entity's rows are on every shard.
     *
     * @param type the entity class
     * @return true if they are
     */
    public boolean isReference(Class<?> type) {
        EntityRule rule = byClass.get(type);
        return rule != null && rule.declared.kind() == Declared.Kind.REFERENCE;
    }

    /**
     * Tells whether an id without a rule may be asked for on every shard.
     *
     * @param type the entity class
     * @return true if the entity is sharded and the setting is on
     */
    public boolean asksEveryShard(Class<?> type) {
        EntityRule rule = byClass.get(type);
        return everyShard && (rule == null ? resolver.present() : rule.declared.sharded());
    }

    /**
     * Makes the error for an entity that has a rule which does not tell its shard.
     *
     * @param entity the entity, or null if only an id is known
     * @param type the entity class
     * @return the error, or null if there is no rule
     */
    public @Nullable ShardNotResolvedException unresolved(@Nullable Object entity, Class<?> type) {
        EntityRule rule = byClass.get(type);
        return rule == null
                ? null
                : new ShardNotResolvedException(
                        (entity == null ? "this id of " : "this ") + type.getName(),
                        Reasons.of(rule, entity != null),
                        shards(),
                        null);
    }
}
