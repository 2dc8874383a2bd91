package io.virgo.it.kit;

class MariaDbProxiedTest extends ProxiedDatabasesContract {

    MariaDbProxiedTest() {
        super(DatabaseProduct.MARIADB);
    }
}
