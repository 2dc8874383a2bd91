package io.virgo.core.id;

import org.hibernate.id.IdentifierGenerationException;

/** Says that a ticket server answers, but that its numbers must not be used. */
final class TicketRefusal extends IdentifierGenerationException {

    private static final long serialVersionUID = 1L;

    TicketRefusal(String message) {
        super(message);
    }
}
