package io.virgo.it.kit;

class H2DatabasesTest extends ShardDatabasesContract {

    H2DatabasesTest() {
        super(DatabaseProduct.H2);
    }
}
