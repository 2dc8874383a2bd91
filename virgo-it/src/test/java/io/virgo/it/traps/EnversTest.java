package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.envers.AuditReaderFactory;
import org.hibernate.envers.Audited;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** C24: Envers writes its revisions and audit rows by a session of its own; they belong where the entity is. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class EnversTest {

    @Entity(name = "Member")
    @Audited
    static class Member {
        @Id
        Long id;

        String name;

        Member() {}

        Member(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("s1", "s2");

    @AutoClose
    private final SessionFactoryImplementor factory = Units.open(databases, Map.of(), Member.class);

    private List<Long> rows(String shard) {
        return List.of(
                databases.probe(shard).count("Member"),
                databases.probe(shard).count("Member_AUD"),
                databases.probe(shard).count("REVINFO"));
    }

    @Test
    @DisplayName("C24: entity, audit row and revision are on one shard, though the key moved before the commit")
    void auditRowsAreOnTheEntitysShard() {
        for (String shard : databases.names()) {
            try (Session session = Units.session(factory, shard);
                    ShardScope moved = CurrentShard.open(shard.equals("s1") ? "s2" : "s1")) {
                session.beginTransaction();
                session.persist(new Member(1, shard));
                session.getTransaction().commit();
                session.beginTransaction();
                session.find(Member.class, 1L).name = "new in " + shard;
                session.getTransaction().commit();
            }
        }
        for (String shard : databases.names()) {
            assertThat(rows(shard)).containsExactly(1L, 2L, 2L);
            assertThat(databases.probe(shard).rows("select name from Member_AUD order by REV"))
                    .hasToString("[[" + shard + "], [new in " + shard + "]]");
        }
        assertThat(Units.<List<Number>>read(
                        factory, "s2", s -> AuditReaderFactory.get(s).getRevisions(Member.class, 1L)))
                .hasSize(2);
        assertThat(Units.<String>read(
                        factory, "s2", s -> AuditReaderFactory.get(s).find(Member.class, 1L, 1).name))
                .isEqualTo("s2");
    }

    @Test
    @DisplayName("C24: a rollback takes the audit rows with it")
    void rollbackTakesTheAuditRowsWithIt() {
        assertThatThrownBy(() -> Units.write(factory, "s1", s -> {
                    s.persist(new Member(1, "x"));
                    s.flush();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(rows("s1")).containsExactly(0L, 0L, 0L);
        assertThat(rows("s2")).containsExactly(0L, 0L, 0L);
    }

    @Test
    @DisplayName("C24: a sibling's audit rows are on its shard and in its transaction")
    void auditRowsOfSiblingsAreOnTheirShard() {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            for (String shard : List.of("s2", "s1")) {
                sem.getTransaction().begin();
                sem.setCurrentShard(shard);
                sem.persist(new Member(1, shard));
                try (ShardScope moved = CurrentShard.open("s1")) {
                    sem.getTransaction().commit();
                }
            }
            sem.getTransaction().begin();
            sem.persist(new Member(2, "undone"));
            sem.getTransaction().rollback();
        }
        for (String shard : databases.names()) {
            assertThat(rows(shard)).containsExactly(1L, 1L, 1L);
            assertThat(databases.probe(shard).single("select name from Member_AUD", String.class))
                    .isEqualTo(shard);
        }
    }

    @Test
    @DisplayName("C24: a transaction refused for writing on two shards leaves no audit row on either")
    void refusedTransactionLeavesNoAuditRows() {
        try (ShardedEntityManager sem = ShardManager.extend(factory.createEntityManager())) {
            sem.getTransaction().begin();
            for (String shard : sem.getShards()) {
                sem.setCurrentShard(shard);
                sem.persist(new Member(1, shard));
            }
            assertThatThrownBy(sem.getTransaction()::commit).hasMessageContaining("[s1, s2]");
        }
        assertThat(rows("s1")).containsExactly(0L, 0L, 0L);
        assertThat(rows("s2")).containsExactly(0L, 0L, 0L);
    }
}
