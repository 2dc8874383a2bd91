package io.virgo.it.cache;

import org.hibernate.cache.internal.SimpleCacheKeysFactory;
import org.hibernate.cache.jcache.internal.JCacheRegionFactory;

/** A region factory as third parties write them, whose keys are nothing but the id. */
public class TenantlessRegionFactory extends JCacheRegionFactory {

    private static final long serialVersionUID = 1L;

    /** Created by Hibernate. */
    public TenantlessRegionFactory() {
        super(SimpleCacheKeysFactory.INSTANCE);
    }
}
