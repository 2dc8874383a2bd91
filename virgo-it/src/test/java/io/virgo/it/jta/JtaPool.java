package io.virgo.it.jta;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.virgo.it.kit.ShardDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/** The kinds of pools that a shard can have under JTA. */
enum JtaPool {
    /** Agroal with XA connections that are enlisted. */
    XA {
        @Override
        DataSource source(ShardDatabases databases, String shard) throws SQLException {
            return AgroalDataSource.from(agroal(databases, shard, true, true));
        }
    },
    /** Agroal with plain connections that are enlisted, which a transaction manager can do for one of them. */
    LAST_RESOURCE {
        @Override
        DataSource source(ShardDatabases databases, String shard) throws SQLException {
            return AgroalDataSource.from(agroal(databases, shard, false, true));
        }
    },
    /** Agroal that knows no transaction manager. */
    PLAIN_AGROAL {
        @Override
        DataSource source(ShardDatabases databases, String shard) throws SQLException {
            return AgroalDataSource.from(agroal(databases, shard, false, false));
        }
    },
    /** A data source without a pool. */
    DATA_SOURCE {
        @Override
        DataSource source(ShardDatabases databases, String shard) {
            return databases.dataSource(shard);
        }
    },
    /** HikariCP, whose connections look as if they were enlisted. */
    HIKARI {
        @Override
        DataSource source(ShardDatabases databases, String shard) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(databases.dataSource(shard));
            config.setAutoCommit(false);
            return new HikariDataSource(config);
        }
    },
    /** Hibernate's own pool, made from a URL. */
    SETTINGS {
        @Override
        DataSource source(ShardDatabases databases, String shard) {
            throw new UnsupportedOperationException("made from the URL");
        }
    };

    abstract DataSource source(ShardDatabases databases, String shard) throws SQLException;

    /** Changes the settings of a shard to use such a pool. */
    void into(Map<String, Object> settings, ShardDatabases databases, String shard) throws SQLException {
        String prefix = "virgo.shard." + shard + ".hibernate.connection.";
        if (this == SETTINGS) {
            settings.put(prefix + "username", databases.username());
            settings.put(prefix + "password", databases.password());
        } else {
            settings.remove(prefix + "url");
            settings.put(prefix + "datasource", source(databases, shard));
        }
    }

    private static AgroalDataSourceConfigurationSupplier agroal(
            ShardDatabases databases, String shard, boolean xa, boolean enlisted) {
        AgroalDataSourceConfigurationSupplier supplier = new AgroalDataSourceConfigurationSupplier();
        supplier.connectionPoolConfiguration(pool -> {
            pool.maxSize(8).acquisitionTimeout(Duration.ofSeconds(30));
            if (enlisted) {
                pool.transactionIntegration(Narayana.integration(databases.url(shard)));
            }
            pool.connectionFactoryConfiguration(factory -> xa
                    ? factory.connectionProviderClass(KitXaDataSource.class)
                            .xaProperty("shard", KitXaDataSource.offer(databases, shard))
                            .jdbcProperty("shard", KitXaDataSource.offer(databases, shard))
                    : factory.jdbcUrl(databases.url(shard))
                            .principal(new NamePrincipal(databases.username()))
                            .credential(new SimplePassword(databases.password())));
            return pool;
        });
        return supplier;
    }
}
