package io.virgo.it.jta;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.Callable;

/** The transaction manager of this JVM, with a log in memory, since recovery is not what is tested. */
final class Narayana {

    static {
        try {
            arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("virgo");
        } catch (CoreEnvironmentBeanException e) {
            throw new ExceptionInInitializerError(e);
        }
        for (String store : new String[] {null, "stateStore", "communicationStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreType(VolatileStore.class.getName());
        }
    }

    private Narayana() {}

    /** What a test does in a transaction. */
    interface Action {

        void run() throws Exception;
    }

    static TransactionManager manager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /** Ties an Agroal pool to the transaction manager. */
    static NarayanaTransactionIntegration integration(String name) {
        return new NarayanaTransactionIntegration(manager(), new TransactionSynchronizationRegistryImple(), name);
    }

    /** Commits, or rolls back and throws what the action threw. */
    static void transaction(Action action) throws Exception {
        manager().begin();
        boolean done = false;
        try {
            action.run();
            done = true;
        } finally {
            if (!done) {
                manager().rollback();
            }
        }
        manager().commit();
    }

    /** Does something in a transaction of its own while the present one waits. */
    static <T> T suspended(Callable<T> action) throws Exception {
        Transaction outer = manager().suspend();
        try {
            return action.call();
        } finally {
            manager().resume(outer);
        }
    }
}
