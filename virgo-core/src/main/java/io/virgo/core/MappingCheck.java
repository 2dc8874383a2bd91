package io.virgo.core;

import io.virgo.core.settings.Problems;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;

/**
 * What a module above the core checks in a finished factory's mapping; its findings come in the one report of all problems at start. Found
 * in the factory's service registry; not for applications.
 *
 * @since 0.1
 */
public interface MappingCheck extends Service {

    /**
     * Checks the mapping. Called once, before any schema work and any session.
     *
     * @param factory the factory, whose mapping is complete
     * @param problems takes everything that is wrong
     */
    void check(SessionFactoryImplementor factory, Problems problems);
}
