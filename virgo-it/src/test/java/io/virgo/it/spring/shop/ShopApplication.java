package io.virgo.it.spring.shop;

import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableAsync;

/** The application: whatever Spring Boot configures by itself, and one entity manager of all threads that knows shards. */
@SpringBootApplication
@EnableAsync
public class ShopApplication {

    @Bean
    ShardedEntityManager sharded(EntityManager shared) {
        return ShardManager.extend(shared);
    }
}
