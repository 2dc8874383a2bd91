package io.virgo.it.kit;

class PostgresProxiedTest extends ProxiedDatabasesContract {

    PostgresProxiedTest() {
        super(DatabaseProduct.POSTGRESQL);
    }
}
