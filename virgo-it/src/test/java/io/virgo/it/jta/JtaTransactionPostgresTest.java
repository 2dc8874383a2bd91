package io.virgo.it.jta;

import io.virgo.it.kit.DatabaseProduct;

class JtaTransactionPostgresTest extends JtaTransactionContract {

    JtaTransactionPostgresTest() {
        super(DatabaseProduct.POSTGRESQL);
    }
}
