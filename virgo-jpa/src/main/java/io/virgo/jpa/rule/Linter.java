package io.virgo.jpa.rule;

import io.virgo.core.id.InterleavedIdGenerator;
import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the mapping for what works on one database and not on several. Errors stop the start, warnings are logged. Used once per start. */
final class Linter {

    private static final Logger LOG = LoggerFactory.getLogger(Linter.class);

    private static final String ERROR = "error";
    private static final String WARNING = "warning";

    private final Map<String, EntityRule> rules;
    private final boolean hasResolver;
    private final Map<String, Object> settings;
    private final Problems problems;

    Linter(Map<String, EntityRule> rules, boolean hasResolver, Map<String, Object> settings, Problems problems) {
        this.rules = rules;
        this.hasResolver = hasResolver;
        this.settings = settings;
        this.problems = problems;
    }

    /** Without the mapping of boot time, unique columns and named queries are not seen. */
    void check(SessionFactoryImplementor factory, @Nullable Metadata mapping) {
        rules.values().forEach(rule -> {
            checkId(rule);
            checkVersion(rule);
        });
        rules.values().stream().filter(rule -> rule.declared.sharded()).forEach(rule -> {
            new AssociationLint(rules, hasResolver)
                    .check(rule, text -> found("association-leaves-aggregate", WARNING, text));
            PersistentClass boot = mapping == null ? null : mapping.getEntityBinding(rule.name());
            if (boot != null) {
                checkKey(rule, boot);
                UniqueLint.check(rule, boot, text -> found("unique-without-key", WARNING, text));
            }
        });
        if (mapping != null) {
            checkQueries(factory, mapping);
        }
    }

    private void found(String rule, String usual, String text) {
        Object set = settings.get(VirgoSettings.LINT_PREFIX + rule);
        String severity = set == null ? usual : set.toString();
        String line = text + " [" + VirgoSettings.LINT_PREFIX + rule + "]";
        if (severity.equals(ERROR)) {
            int colon = line.indexOf(": ");
            problems.add(line.substring(0, colon), line.substring(colon + 2));
        } else if (severity.equals(WARNING)) {
            LOG.warn("{}", line);
        }
    }

    private void checkId(EntityRule rule) {
        EntityPersister persister = rule.persister;
        if (rule.declared.kind() == Declared.Kind.OWN_ID
                || !rule.declared.sharded()
                || !persister.getRootEntityName().equals(rule.name())
                || rule.bearing() != null
                || !NewIds.isOfShard(persister.getGenerator())) {
            return;
        }
        if (rule.keyIsInId()) {
            found(
                    "identity-id",
                    ERROR,
                    rule.name()
                            + ": its id is the shard key and is made by the shard itself, so that nothing tells the shard of a new"
                            + " row; use a generator of ids that are unique over all shards, such"
                            + " as a UUID, or mark another attribute by @ShardKey");
        } else if (!(persister.getGenerator() instanceof InterleavedIdGenerator)) {
            found(
                    "identity-id",
                    WARNING,
                    rule.name()
                            + ": its ids are made by each shard, so two shards make the same ones; use a generator of ids that are"
                            + " unique over all shards, unless rows never meet or move");
        }
    }

    private void checkVersion(EntityRule rule) {
        if (rule.declared.kind() == Declared.Kind.REFERENCE && !rule.persister.isVersioned()) {
            found(
                    "reference-without-version",
                    WARNING,
                    rule.name()
                            + ": it is @ReferenceData without @Version, so copies that differ cannot be told apart by age; add a"
                            + " @Version attribute");
        }
    }

    private void checkKey(EntityRule rule, PersistentClass boot) {
        KeyPath key = rule.keyInEntity;
        if (key == null || !rule.persister.getRootEntityName().equals(rule.name())) {
            return;
        }
        Set<String> nullable = new TreeSet<>();
        boolean updatable = false;
        for (Property property : boot.getPropertyClosure()) {
            for (Column column : property.getColumns()) {
                if (key.columns().contains(Mapping.plain(column.getName()))) {
                    updatable |= property.isUpdatable();
                    if (column.isNullable()) {
                        nullable.add(column.getName());
                    }
                }
            }
        }
        if (!nullable.isEmpty()) {
            found(
                    "shard-key-nullable",
                    ERROR,
                    rule.name() + ": its shard key '" + key.attribute()
                            + "' may be null in the database, and a row without a key is on no shard; add @Column(nullable = false)");
        }
        if (updatable) {
            found(
                    "shard-key-updatable",
                    WARNING,
                    rule.name() + ": its shard key '" + key.attribute()
                            + "' may be changed by an update, which would leave the row on the wrong shard; add"
                            + " @Column(updatable = false)");
        }
    }

    private void checkQueries(SessionFactoryImplementor factory, Metadata mapping) {
        mapping.visitNamedHqlQueryDefinitions(query -> {
            if (!Boolean.TRUE.equals(query.resolve(factory).getCacheable())) {
                return;
            }
            String hql = Objects.toString(query.getHqlString(), "");
            rules.values().stream()
                    .filter(rule -> rule.declared.sharded() && names(hql, rule.persister))
                    .findFirst()
                    .ifPresent(rule -> found(
                            "cacheable-query",
                            WARNING,
                            rule.name() + ": its named query '" + query.getRegistrationName()
                                    + "' is cacheable; its result is cached for each shard apart and emptied by each write on any"
                                    + " shard; drop the hint, or cache reference data only"));
        });
    }

    private static boolean names(String hql, EntityPersister persister) {
        String word = "(?s).*\\b";
        return hql.matches(word + java.util.regex.Pattern.quote(persister.getJpaEntityName()) + "\\b.*")
                || hql.matches(word + java.util.regex.Pattern.quote(persister.getEntityName()) + "\\b.*");
    }

    /** The rule at the end of an association's way; null for one that has none. */
    static @Nullable EntityRule rootOf(Map<String, EntityRule> rules, String entity) {
        EntityRule rule = rules.get(entity);
        return rule == null ? null : rule.root();
    }

    /** Whether an association is the one that leads to the root. */
    static boolean isParent(EntityRule rule, Object association) {
        ToOneAttributeMapping parent = rule.parent;
        return parent != null && parent == association;
    }
}
