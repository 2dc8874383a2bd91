package io.virgo.core.schema;

import io.virgo.core.pool.ShardRegistry.FirstConnectionHook;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;
import org.hibernate.dialect.temptable.TemporaryTable;
import org.hibernate.dialect.temptable.TemporaryTableExporter;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.query.sqm.mutation.internal.temptable.GlobalTemporaryTableStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.PersistentTableStrategy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, on each shard's first connection, the tables that Hibernate needs there for HQL updates and inserts that concern several
 * tables. Hibernate itself makes them on one database only, at start.
 */
public final class HelperTables implements FirstConnectionHook {

    private static final Logger LOG = LoggerFactory.getLogger(HelperTables.class);

    private static final String CREATE_TABLES = GlobalTemporaryTableStrategy.CREATE_ID_TABLES;

    private final Set<String> commands;

    private HelperTables(Set<String> commands) {
        this.commands = commands;
    }

    /**
     * Finds out which helper tables a factory needs.
     *
     * @param factory the factory
     * @return what makes them on a shard; does nothing if the product needs none
     */
    public static HelperTables of(SessionFactoryImplementor factory) {
        Set<String> commands = new LinkedHashSet<>();
        if ("false".equals(String.valueOf(factory.getProperties().get(CREATE_TABLES)))) {
            return new HelperTables(commands);
        }
        factory.getMappingMetamodel().forEachEntityDescriptor(persister -> add(persister, factory, commands));
        return new HelperTables(commands);
    }

    private static void add(EntityPersister persister, SessionFactoryImplementor factory, Set<String> commands) {
        TemporaryTableExporter exporter = factory.getJdbcServices().getDialect().getTemporaryTableExporter();
        for (Object strategy : new @Nullable Object[] {
            persister.getSqmMultiTableMutationStrategy(), persister.getSqmMultiTableInsertStrategy()
        }) {
            TemporaryTable table = tableOf(strategy);
            if (table != null) {
                commands.add(exporter.getSqlCreateCommand(table));
            }
        }
    }

    private static @Nullable TemporaryTable tableOf(@Nullable Object strategy) {
        if (strategy instanceof GlobalTemporaryTableStrategy global) {
            return global.getTemporaryTable();
        }
        if (strategy instanceof PersistentTableStrategy persistent) {
            return persistent.getTemporaryTable();
        }
        return null;
    }

    @Override
    public void prepare(String shard, Connection connection) throws SQLException {
        if (commands.isEmpty()) {
            return;
        }
        boolean autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        try (Statement statement = connection.createStatement()) {
            for (String command : commands) {
                create(shard, statement, command);
            }
        } finally {
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        }
    }

    /** The command has no "if not exists" on every product, so a refusal most often means that the table is there. */
    private static void create(String shard, Statement statement, String command) {
        try {
            statement.executeUpdate(command);
        } catch (SQLException e) {
            LOG.debug("Shard '{}': helper table not made: {}", shard, e.getMessage());
        }
    }
}
