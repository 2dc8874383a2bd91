package io.virgo.it.architecture.planted.a;

import io.virgo.it.architecture.planted.b.Beta;

/** Half of a cycle, planted for {@code PlantedViolationTest}. */
public final class Alpha {
    public Class<?> other() {
        return Beta.class;
    }
}
