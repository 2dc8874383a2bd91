package io.virgo.core;

import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything that Virgo throws. It is a {@link PersistenceException}, so JPA marks the transaction for rollback.
 *
 * @since 0.1
 */
public abstract class VirgoException extends PersistenceException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed and what to do
     * @param cause why, or null
     */
    protected VirgoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
