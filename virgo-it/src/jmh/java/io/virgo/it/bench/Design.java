package io.virgo.it.bench;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;

/** The ways to reach a database that are compared. */
public enum Design {
    /** Hibernate without Virgo. */
    PLAIN {
        @Override
        EntityManager open(EntityManagerFactory factory) {
            return factory.createEntityManager();
        }
    },
    /** Hibernate's own session, opened under a current shard. */
    SESSION {
        @Override
        @SuppressWarnings("try")
        EntityManager open(EntityManagerFactory factory) {
            try (ShardScope scope = CurrentShard.open(Bench.SHARD)) {
                return factory.createEntityManager();
            }
        }
    },
    /** A sharded entity manager whose session was opened on its shard. */
    MANAGER {
        @Override
        EntityManager open(EntityManagerFactory factory) {
            return ShardManager.extend(SESSION.open(factory));
        }
    },
    /** A sharded entity manager whose session was opened on another shard, so that it works through a sibling. */
    SIBLING {
        @Override
        @SuppressWarnings("try")
        EntityManager open(EntityManagerFactory factory) {
            try (ShardScope scope = CurrentShard.open(Bench.OTHER)) {
                ShardedEntityManager manager = ShardManager.extend(factory.createEntityManager());
                manager.setCurrentShard(Bench.SHARD);
                return manager;
            }
        }
    };

    abstract EntityManager open(EntityManagerFactory factory);
}
