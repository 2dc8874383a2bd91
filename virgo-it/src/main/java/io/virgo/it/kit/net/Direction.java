package io.virgo.it.kit.net;

/** Where bytes go. */
enum Direction {
    TO_SERVER,
    TO_CLIENT
}
