package io.virgo.it.architecture.planted.b;

import io.virgo.it.architecture.planted.a.Alpha;

/** Half of a cycle, planted for {@code PlantedViolationTest}. */
public final class Beta {
    public Class<?> other() {
        return Alpha.class;
    }
}
