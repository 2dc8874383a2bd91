package io.virgo.jpa.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UniqueKey;

/** Finds unique columns that no shard can keep unique over all, since they do not hold what decides the shard. */
final class UniqueLint {

    private UniqueLint() {}

    static void check(EntityRule rule, PersistentClass boot, Consumer<String> found) {
        Set<String> deciding = deciding(rule);
        Set<String> id = new HashSet<>();
        Mapping.idLeaves(rule.persister).forEach(leaf -> id.add(leaf.column()));
        Table table = boot.getTable();
        List<Set<String>> unique = new ArrayList<>();
        for (UniqueKey key : table.getUniqueKeys().values()) {
            unique.add(columns(key.getColumns()));
        }
        for (Property property : boot.getPropertyClosure()) {
            for (Column column : property.getColumns()) {
                if (column.isUnique()) {
                    unique.add(columns(List.of(column)));
                }
            }
        }
        unique.stream()
                .distinct()
                .filter(columns -> !(!deciding.isEmpty() && columns.containsAll(deciding)) && !columns.containsAll(id))
                .forEach(columns -> found.accept(rule.name() + ": its columns " + columns
                        + " are unique on each shard only, since they do not hold what decides the shard; add the shard key to them,"
                        + " or keep them unique in a directory"));
    }

    private static Set<String> columns(List<Column> columns) {
        Set<String> names = new TreeSet<>();
        columns.forEach(column -> names.add(Mapping.plain(column.getName())));
        return names;
    }

    /** Equal values of these columns are on one shard. */
    private static Set<String> deciding(EntityRule rule) {
        if (rule.parent != null) {
            Map<String, String> own = Mapping.ownColumns(rule.parent);
            return new HashSet<>(own.values());
        }
        KeyPath key = rule.keyInEntity == null ? rule.keyInId : rule.keyInEntity;
        return key == null ? Set.of() : new HashSet<>(key.columns());
    }
}
