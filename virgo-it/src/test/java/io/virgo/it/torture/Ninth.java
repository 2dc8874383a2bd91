package io.virgo.it.torture;

import java.util.concurrent.locks.ReentrantLock;

/** The shard that comes and goes; one walker at a time brings it. */
final class Ninth {

    final ReentrantLock lock = new ReentrantLock();
}
