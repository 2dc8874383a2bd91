package io.virgo.it.spring.shop;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Gives a test the transactions of a service, one for each kind of advice. */
@Service
public class Work {

    @Transactional
    public void inTransaction(Runnable action) {
        action.run();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void inNewTransaction(Runnable action) {
        action.run();
    }

    @Transactional(readOnly = true)
    public <T> T reading(Supplier<T> action) {
        return action.get();
    }

    @Transactional(isolation = Isolation.SERIALIZABLE, timeout = 30)
    public void serializable(Runnable action) {
        action.run();
    }

    @Async
    public <T> CompletableFuture<T> later(Supplier<T> action) {
        return CompletableFuture.completedFuture(action.get());
    }
}
