package io.virgo.it.spring;

import io.virgo.it.kit.DatabaseProduct;

class SpringTransactionPostgresTest extends SpringTransactionContract {

    SpringTransactionPostgresTest() {
        super(DatabaseProduct.POSTGRESQL);
    }
}
