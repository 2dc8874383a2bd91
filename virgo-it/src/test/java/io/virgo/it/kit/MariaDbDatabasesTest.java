package io.virgo.it.kit;

class MariaDbDatabasesTest extends ShardDatabasesContract {

    MariaDbDatabasesTest() {
        super(DatabaseProduct.MARIADB);
    }
}
