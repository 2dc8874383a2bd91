package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import org.hibernate.annotations.TenantId;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A {@code @TenantId} attribute receives the shard's name and guards each row. */
@ExtendWith(VirgoCheck.class)
class TenantIdTest {

    @Entity(name = "Marked")
    static class Marked {
        @Id
        Long id;

        @TenantId
        String shard;

        Marked() {}

        Marked(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Counted")
    static class Counted {
        @Id
        Long id;

        @TenantId
        Long tenant;
    }

    @Test
    void holdsTheShardsNameAndHidesRowsOfOthers() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactoryImplementor factory = Units.open(databases, Map.of(), Marked.class)) {
            for (String shard : databases.names()) {
                Units.write(factory, shard, s -> s.persist(new Marked(1)));
                assertThat(databases.probe(shard).single("select shard from Marked", String.class))
                        .isEqualTo(shard);
            }
            databases.probe("b").update("insert into Marked (id, shard) values (2, 'a')");
            assertThat(Units.<Long>read(
                            factory,
                            "b",
                            s -> s.createSelectionQuery("select count(*) from Marked", Long.class)
                                    .getSingleResult()))
                    .isEqualTo(1);
            assertThat(Units.<Marked>read(factory, "b", s -> s.find(Marked.class, 2L)))
                    .isNull();
        }
    }

    @Test
    void ofAnotherTypeThanStringIsRefusedAtStart() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            assertThatThrownBy(() -> Units.open(databases, Map.of(), Counted.class))
                    .hasStackTraceContaining("@TenantId")
                    .hasStackTraceContaining("has to be a String and not a Long");
        }
    }
}
