package io.virgo.it.torture;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The time in which Hibernate does not log the failures that a walk provokes by the thousand. */
final class Quiet implements AutoCloseable {

    private static final List<String> LOGGERS = List.of(
            "org.hibernate.orm.session",
            "org.hibernate.orm.synchronization",
            "org.hibernate.orm.jdbc.error",
            "org.hibernate.orm.jdbc.batch",
            "io.virgo.jpa.transaction");

    Quiet begin() {
        LOGGERS.forEach(name -> logger(name).setLevel(Level.OFF));
        return this;
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void close() {
        LOGGERS.forEach(name -> logger(name).setLevel(null));
    }
}
