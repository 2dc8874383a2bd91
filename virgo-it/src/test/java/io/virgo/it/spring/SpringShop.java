package io.virgo.it.spring;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.RowProbe;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.spring.shop.Customer;
import io.virgo.it.spring.shop.Customers;
import io.virgo.it.spring.shop.ShopApplication;
import io.virgo.it.spring.shop.Work;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The running application over the shards s0, s1 and s2, and the database that Spring Boot calls its data source. */
final class SpringShop implements AutoCloseable {

    private final ShardDatabases databases;
    private final ShardDatabases boot;
    private final ConfigurableApplicationContext context;

    private SpringShop(ShardDatabases databases, Class<?>[] extra, Map<String, Object> properties) {
        this.databases = databases;
        this.boot = ShardDatabases.h2("boot").whoami();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("spring.datasource.url", boot.url("boot"));
        all.put("spring.datasource.username", boot.username());
        all.put("spring.datasource.password", boot.password());
        all.put("spring.jpa.hibernate.ddl-auto", "create-drop");
        all.put("spring.main.banner-mode", "off");
        databases.settings().forEach((key, value) -> all.put("spring.jpa.properties." + key, value));
        all.putAll(properties);
        List<Class<?>> sources = new ArrayList<>(List.of(extra));
        sources.add(0, ShopApplication.class);
        this.context = new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(all)
                .run();
    }

    static SpringShop start() {
        return start(DatabaseProduct.H2, Map.of());
    }

    static SpringShop start(DatabaseProduct product, Map<String, Object> properties, Class<?>... extra) {
        return new SpringShop(ShardDatabases.of(product, "s0", "s1", "s2").whoami(), extra, properties);
    }

    ShardDatabases databases() {
        return databases;
    }

    RowProbe probe(String shard) {
        return databases.probe(shard);
    }

    /** The names of a shard's customers, past everything. */
    List<String> names(String shard) {
        return probe(shard).rows("select name from customer order by name").stream()
                .map(row -> (String) row.get(0))
                .toList();
    }

    /** Starts a test with a customer named after its shard on each, all with the id 1. */
    SpringShop emptied() {
        for (String shard : databases.names()) {
            probe(shard).execute("delete from purchase");
            probe(shard).execute("delete from customer");
            probe(shard).update("insert into customer (id, name) values (1, ?)", "one of " + shard);
        }
        return this;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    ShardedEntityManager sem() {
        return bean(ShardedEntityManager.class);
    }

    EntityManagerFactory factory() {
        return bean(EntityManagerFactory.class);
    }

    Customers customers() {
        return bean(Customers.class);
    }

    Work work() {
        return bean(Work.class);
    }

    @SuppressWarnings("try")
    static <T> T on(String shard, Supplier<T> action) {
        try (ShardScope scope = CurrentShard.open(shard)) {
            return action.get();
        }
    }

    static Customer customer(long id, String name) {
        return new Customer(id, name);
    }

    @Override
    public void close() {
        context.close();
        databases.close();
        boot.close();
    }
}
