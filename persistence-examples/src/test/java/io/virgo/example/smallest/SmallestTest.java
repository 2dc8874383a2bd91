package io.virgo.example.smallest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.WrongShardException;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SmallestTest {

    @Test
    void writesOneCustomerOnEachShard() throws SQLException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Smallest.run(new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("eu holds the customer of eu", "us holds the customer of us");
        assertThat(namesOn("eu")).isEqualTo("1 customer of eu");
        assertThat(namesOn("us")).isEqualTo("1 customer of us");
    }

    private static String namesOn(String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database, "sa", "");
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("select listagg(id || ' ' || name, ',') from Customer")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void doesNotTakeTheEntitiesOfTheOtherExample() {
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("shop")) {
            assertThat(factory.getMetamodel().getEntities()).hasSize(1);
        }
    }

    @Test
    void refusesACustomerOfAnotherShard() {
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("shop");
                EntityManager plain = factory.createEntityManager()) {
            ShardedEntityManager em = ShardManager.extend(plain);
            em.setCurrentShard("eu");
            em.getTransaction().begin();
            Customer customer = new Customer(2L, "of eu");
            em.persist(customer);
            em.getTransaction().commit();

            em.setCurrentShard("us");
            assertThatThrownBy(() -> em.merge(customer))
                    .isInstanceOf(WrongShardException.class)
                    .hasMessageContaining("it belongs to shard 'eu' and was used on shard 'us'");
        }
    }
}
