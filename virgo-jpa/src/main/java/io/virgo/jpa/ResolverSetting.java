package io.virgo.jpa;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.SettingsCheck;
import io.virgo.core.settings.VirgoSettings;
import io.virgo.jpa.rule.ResolverFace;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the setting that names the application's resolver, and puts the resolver in its place. Found and called by Virgo; not for
 * applications.
 *
 * @since 0.1
 */
public final class ResolverSetting implements SettingsCheck {

    /** Stands for an application without a rule. */
    private static final ShardResolver NONE = new ShardResolver() {

        @Override
        public @Nullable String shardOf(Object entity) {
            return null;
        }

        @Override
        public @Nullable String shardOf(Class<?> type, Object id) {
            return null;
        }
    };

    /** Creates the check; called by Virgo. */
    public ResolverSetting() {}

    @Override
    public void check(Map<String, Object> settings, ClassLoaderService classes, Problems problems) {
        Object setting = settings.get(VirgoSettings.SHARD_RESOLVER);
        if (setting == null || setting instanceof ShardResolver) {
            return;
        }
        try {
            if (!(setting instanceof Class) && !(setting instanceof String name && !name.isBlank())) {
                String what = setting instanceof String ? "is blank" : setting + " is none";
                problems.add(
                        VirgoSettings.SHARD_RESOLVER,
                        what + "; give the class name, Class or instance of a " + ShardResolver.class.getName());
                return;
            }
            Class<?> type = setting instanceof Class<?> given
                    ? given
                    : classes.classForName(String.valueOf(setting).strip());
            if (ShardResolver.class.isAssignableFrom(type)) {
                settings.put(VirgoSettings.SHARD_RESOLVER, type.getConstructor().newInstance());
            } else {
                problems.add(VirgoSettings.SHARD_RESOLVER, setting + " is no " + ShardResolver.class.getName());
            }
        } catch (ClassLoadingException e) {
            problems.add(VirgoSettings.SHARD_RESOLVER, setting + " is not on the class path");
        } catch (InvocationTargetException e) {
            problems.add(VirgoSettings.SHARD_RESOLVER, setting + " failed in its constructor: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            problems.add(
                    VirgoSettings.SHARD_RESOLVER,
                    setting + " cannot be made; it needs a public constructor without parameters");
        }
    }

    /** Gives what the check has put into the settings. */
    static ShardResolver of(Map<String, Object> settings) {
        return settings.get(VirgoSettings.SHARD_RESOLVER) instanceof ShardResolver resolver ? resolver : NONE;
    }

    /** The resolver as the rules see it. */
    static ResolverFace face(ShardResolver resolver) {
        return new ResolverFace() {

            @Override
            public boolean present() {
                return resolver != NONE;
            }

            @Override
            public @Nullable String shardOf(Object entity) {
                return resolver.shardOf(entity);
            }

            @Override
            public @Nullable String shardOf(Class<?> type, Object id) {
                return resolver.shardOf(type, id);
            }
        };
    }
}
