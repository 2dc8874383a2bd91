package io.virgo.it.spring.shop;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** A plain repository of Spring Data: it knows nothing of shards. */
public interface Customers extends JpaRepository<Customer, Long> {

    List<Customer> findByName(String name);
}
