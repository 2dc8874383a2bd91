package io.virgo.core.routing;

/**
 * A shard key maps to no shard, or to none that takes something new. Its message holds no key: a key may be an e-mail address.
 *
 * @since 0.1
 */
public final class UnroutableKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which rule refused the key, what is legal, and what to do
     */
    public UnroutableKeyException(String message) {
        super(message);
    }
}
