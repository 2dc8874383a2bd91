package io.virgo.example.tpch;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The composite key of a line item: its order's key and the number of the line. */
class LineItemKey implements Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable Long order;
    private int lineNumber;

    protected LineItemKey() {}

    LineItemKey(long order, int lineNumber) {
        this.order = order;
        this.lineNumber = lineNumber;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LineItemKey key && Objects.equals(order, key.order) && lineNumber == key.lineNumber;
    }

    @Override
    public int hashCode() {
        return Objects.hash(order, lineNumber);
    }
}
