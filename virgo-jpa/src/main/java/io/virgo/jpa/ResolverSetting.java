package io.virgo.jpa;

import io.virgo.core.VirgoConfigurationException;
import io.virgo.core.settings.VirgoSettings;
import io.virgo.jpa.rule.ResolverFace;
import java.util.List;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.jspecify.annotations.Nullable;

/** Reads the setting that names the application's resolver. */
final class ResolverSetting {

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

    private ResolverSetting() {}

    static ShardResolver read(@Nullable Object setting, ClassLoaderService classes) {
        if (setting == null) {
            return NONE;
        }
        if (setting instanceof ShardResolver resolver) {
            return resolver;
        }
        try {
            Class<?> type = setting instanceof Class<?> given
                    ? given
                    : classes.classForName(String.valueOf(setting).strip());
            if (ShardResolver.class.isAssignableFrom(type)) {
                return (ShardResolver) type.getConstructor().newInstance();
            }
            throw problem(setting, "is no " + ShardResolver.class.getName(), null);
        } catch (ClassLoadingException e) {
            throw problem(setting, "is not on the class path", e);
        } catch (ReflectiveOperationException e) {
            throw problem(setting, "cannot be made; it needs a public constructor without parameters", e);
        }
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

    private static VirgoConfigurationException problem(Object setting, String text, @Nullable Throwable cause) {
        VirgoConfigurationException e =
                new VirgoConfigurationException(List.of(VirgoSettings.SHARD_RESOLVER + ": " + setting + " " + text));
        if (cause != null) {
            e.addSuppressed(cause);
        }
        return e;
    }
}
