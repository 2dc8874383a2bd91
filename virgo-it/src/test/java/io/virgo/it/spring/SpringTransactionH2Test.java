package io.virgo.it.spring;

import io.virgo.it.kit.DatabaseProduct;

class SpringTransactionH2Test extends SpringTransactionContract {

    SpringTransactionH2Test() {
        super(DatabaseProduct.H2);
    }
}
