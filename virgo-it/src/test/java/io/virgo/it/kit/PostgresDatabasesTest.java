package io.virgo.it.kit;

class PostgresDatabasesTest extends ShardDatabasesContract {

    PostgresDatabasesTest() {
        super(DatabaseProduct.POSTGRESQL);
    }
}
