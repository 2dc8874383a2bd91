package io.virgo.it.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.CurrentShard;
import io.virgo.core.ShardScope;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.it.traps.fixture.Author;
import io.virgo.it.traps.fixture.Library;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.context.TenantIdentifierMismatchException;
import org.hibernate.context.internal.ManagedSessionContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** getCurrentSession() with Hibernate's own contexts: a session of another shard is never handed out. */
@ExtendWith(VirgoCheck.class)
@SuppressWarnings("try")
class CurrentSessionTest {

    private static SessionFactoryImplementor open(ShardDatabases databases, String context) {
        return Library.filled(databases, Map.of("hibernate.current_session_context_class", context));
    }

    private static void bind(String context, SessionFactoryImplementor factory) {
        if (context.equals("managed")) {
            ManagedSessionContext.bind(factory.openSession());
        }
    }

    private static void unbind(String context, SessionFactoryImplementor factory) {
        if (context.equals("managed")) {
            ManagedSessionContext.unbind(factory).close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "managed"})
    void givesASessionOfTheThreadsShard(String context) {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactoryImplementor factory = open(databases, context)) {
            for (String shard : databases.names()) {
                try (ShardScope scope = CurrentShard.open(shard)) {
                    bind(context, factory);
                    Session session = factory.getCurrentSession();
                    session.beginTransaction();
                    assertThat(session.find(Author.class, 1L).getName()).isEqualTo("author 1 of " + shard);
                    session.getTransaction().commit();
                    unbind(context, factory);
                }
            }
        }
    }

    @ParameterizedTest
    @DisplayName("key changed or cleared midway: a clear mismatch, and no row on the wrong shard")
    @ValueSource(strings = {"thread", "managed"})
    void keyThatChangedMidwayIsAMismatch(String context) {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactoryImplementor factory = open(databases, context)) {
            Session session;
            try (ShardScope scope = CurrentShard.open("a")) {
                bind(context, factory);
                session = factory.getCurrentSession();
                session.beginTransaction();
                session.persist(new Author(9, "author 9 of a"));
                try (ShardScope moved = CurrentShard.open("b")) {
                    assertThatThrownBy(factory::getCurrentSession)
                            .isInstanceOf(TenantIdentifierMismatchException.class)
                            .hasMessageContaining("[b]")
                            .hasMessageContaining("[a]");
                    session.flush();
                }
            }
            assertThatThrownBy(factory::getCurrentSession)
                    .isInstanceOf(TenantIdentifierMismatchException.class)
                    .hasMessageContaining("[a]");
            session.getTransaction().commit();
            try (ShardScope scope = CurrentShard.open("a")) {
                unbind(context, factory);
            }
            assertThat(databases.probe("a").count("Author", "id = 9")).isEqualTo(1);
            assertThat(databases.probe("b").count("Author", "id = 9")).isZero();
        }
    }

    @Test
    @DisplayName("hibernate.enable_lazy_load_no_trans would open such a session behind the scenes: refused")
    void lazyLoadingWithoutATransactionIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            assertThatThrownBy(() ->
                            Units.open(databases, Map.of("hibernate.enable_lazy_load_no_trans", "true"), Author.class))
                    .hasStackTraceContaining("hibernate.enable_lazy_load_no_trans")
                    .hasStackTraceContaining("remove it and fetch what is needed inside the session");
        }
    }
}
