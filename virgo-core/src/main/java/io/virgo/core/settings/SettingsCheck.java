package io.virgo.core.settings;

import java.util.Map;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;

/**
 * Lets a module of Virgo add its problems to the one report of a start. Found as a Java service; not for applications.
 *
 * @since 0.1
 */
public interface SettingsCheck {

    /**
     * Checks the settings of a sharded factory. Called once for each start, on the thread that starts.
     *
     * @param settings Hibernate's settings; a value may be replaced by the object that it stands for
     * @param classes finds classes
     * @param problems takes everything that is wrong
     */
    void check(Map<String, Object> settings, ClassLoaderService classes, Problems problems);
}
