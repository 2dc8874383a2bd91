package io.virgo.jpa.rule;

import java.lang.reflect.AnnotatedElement;
import java.util.List;

/** Reads what classes declare. Thread-safe. */
public interface Declarations {

    /**
     * Reads what a class itself declares; what it inherits is not asked here.
     *
     * @param type a class
     * @return nothing, one declaration, or several that contradict each other
     */
    List<Declared> of(Class<?> type);

    /**
     * Tells whether a field or a method is marked as the shard key.
     *
     * @param member the field or method
     * @return true if it is
     */
    boolean marksKey(AnnotatedElement member);
}
