package io.virgo.jpa.guard;

import org.hibernate.bytecode.enhance.spi.interceptor.EnhancementAsProxyLazinessInterceptor;
import org.hibernate.bytecode.enhance.spi.interceptor.SessionAssociableInterceptor;
import org.hibernate.engine.spi.EntityKey;
import org.hibernate.engine.spi.PersistentAttributeInterceptable;
import org.hibernate.engine.spi.PersistentAttributeInterceptor;
import org.hibernate.engine.spi.PrimeAmongSecondarySupertypes;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** Looks into entities enhanced for lazy loading, which stand for themselves where others have a proxy. Loads nothing. */
public final class EnhancedReference {

    private EnhancedReference() {}

    /**
     * Gives the key of an instance of which nothing but the identifier is loaded.
     *
     * @param instance an entity
     * @return its key, or null if it is no such instance
     */
    public static @Nullable EntityKey keyOf(Object instance) {
        return interceptorOf(instance) instanceof EnhancementAsProxyLazinessInterceptor lazy
                ? lazy.getEntityKey()
                : null;
    }

    /** Gives the session that an enhanced entity would load its lazy attributes from. */
    static @Nullable SharedSessionContractImplementor sessionOf(Object instance) {
        return interceptorOf(instance) instanceof SessionAssociableInterceptor lazy ? lazy.getLinkedSession() : null;
    }

    private static @Nullable PersistentAttributeInterceptor interceptorOf(Object instance) {
        PersistentAttributeInterceptable enhanced = instance instanceof PrimeAmongSecondarySupertypes managed
                ? managed.asPersistentAttributeInterceptable()
                : null;
        return enhanced == null ? null : enhanced.$$_hibernate_getInterceptor();
    }

    /** Tells whether a value is a proxy or such an instance, by one look at its type for all other values. */
    static boolean isReference(@Nullable Object value) {
        return value instanceof PrimeAmongSecondarySupertypes managed
                && (managed.asHibernateProxy() != null || keyOf(value) != null);
    }
}
