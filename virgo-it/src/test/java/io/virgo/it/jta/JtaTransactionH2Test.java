package io.virgo.it.jta;

import io.virgo.it.kit.DatabaseProduct;

class JtaTransactionH2Test extends JtaTransactionContract {

    JtaTransactionH2Test() {
        super(DatabaseProduct.H2);
    }
}
