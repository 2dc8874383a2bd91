package io.virgo.jpa;

import org.hibernate.service.Service;

/** Carries the application's resolver in the factory's service registry. */
record ResolverService(ShardResolver resolver) implements Service {}
