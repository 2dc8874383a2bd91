package io.virgo.jpa.rule;

import java.util.ArrayList;
import java.util.List;
import org.hibernate.property.access.spi.Getter;
import org.jspecify.annotations.Nullable;

/**
 * One basic value inside an entity or id, and how to get there.
 *
 * @param path the names of the attributes that lead there, separated by dots; empty if the id itself is the value
 * @param getters one getter for each
 * @param type the Java type of the value
 * @param column its column
 */
record Leaf(String path, List<Getter> getters, Class<?> type, String column) {

    Leaf inside(String attribute, Getter getter) {
        List<Getter> longer = new ArrayList<>();
        longer.add(getter);
        longer.addAll(getters);
        return new Leaf(path.isEmpty() ? attribute : attribute + "." + path, longer, type, column);
    }

    @Nullable
    Object read(Object start) {
        Object value = start;
        for (Getter getter : getters) {
            if (value == null) {
                return null;
            }
            value = getter.get(value);
        }
        return value;
    }
}
