package io.virgo.it.kit.fault;

import org.jspecify.annotations.Nullable;

/** The call that a fault stands before. */
interface RealCall {
    @Nullable
    Object run() throws Throwable;
}
