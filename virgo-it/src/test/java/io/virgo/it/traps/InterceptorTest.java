package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.Interceptor;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.hibernate.type.Type;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Interceptors and statement inspectors of a session see what its siblings do too. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class InterceptorTest {

    @AutoClose
    private final ShardDatabases databases = ShardDatabases.h2("a", "b");

    @AutoClose
    private final SessionFactoryImplementor factory = Library.filled(databases, Map.of());

    private final List<Object> persisted = new ArrayList<>();
    private final List<String> inspected = new ArrayList<>();

    private final Interceptor interceptor = new Interceptor() {
        @Override
        public boolean onPersist(
                Object entity, Object id, Object[] state, String[] propertyNames, Type[] propertyTypes) {
            persisted.add(id);
            for (int i = 0; i < state.length; i++) {
                if (propertyNames[i].equals("name")) {
                    state[i] = state[i] + "!";
                }
            }
            return true;
        }
    };

    private Session open() {
        return factory.withOptions()
                .interceptor(interceptor)
                .statementInspector((StatementInspector) sql -> {
                    inspected.add(sql);
                    return sql + " /* seen */";
                })
                .openSession();
    }

    @Test
    void sessionAndSiblingsHaveTheSameInterceptorAndInspector() {
        try (ShardScope scope = CurrentShard.open("a");
                ShardedEntityManager sem = ShardManager.extend(open())) {
            for (String shard : sem.getShards()) {
                inspected.clear();
                sem.getTransaction().begin();
                sem.setCurrentShard(shard);
                sem.persist(new Author(9, shard));
                sem.getTransaction().commit();
                assertThat(inspected).hasSize(1).allMatch(sql -> sql.startsWith("insert into Author"));
                assertThat(databases.probe(shard).single("select name from Author where id = 9", String.class))
                        .isEqualTo(shard + "!");
            }
        }
        assertThat(persisted).containsExactly(9L, 9L);
    }
}
